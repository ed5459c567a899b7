// A worker that compiles a student's file, or links it. Its memory goes with it, and the compiler's tools go back to who started it.
import { tools, unpacked } from './fetch.js';
import { Exit, runLLVM } from '@yowasp/clang';
import { tree, untar } from './tar.js';

/// Runs one of LLVM's programs: the file that it makes, and all that it said.
async function run(words, files) {
  let said = '';
  const decoder = new TextDecoder(), hear = bytes => { said += bytes ? decoder.decode(bytes, { stream: true }) : ''; };
  try {
    return { made: (await runLLVM(words, files, { stdout: hear, stderr: hear, decodeASCII: false }))?.made, said };
  } catch (error) {
    if (!(error instanceof Exit)) said += `error: the compiler ended: ${error.message ?? error}\n`;
    return { said };
  }
}

/// Compiles the text as NAME.cpp, beside the headers that it may include; or links what that made with these objects.
function work({ name, text, include, stub, link }) {
  const all = tree(untar(tools.kit)), [compile, linker] = new TextDecoder().decode(all.kit.commands).trim().split('\n').map(line => line.split(' '));
  return stub ? run([...linker, 'stub', ...Object.keys(link).map(part => `link/${part}`), 'kit/kit.o', '-o', 'made'], { ...all, stub, link })
    : run([...compile, `${name}.cpp`, '-o', 'made'], { ...all, ...include, [`${name}.cpp`]: text });
}

onmessage = async ({ data: { order, given } }) => {
  const start = performance.now();
  if (order) postMessage({ call: 'the compiler', most_seconds: 60 });
  try {
    Object.assign(tools, given ?? { kit: await unpacked('kit.tar') });
    const done = await (order ? work(order) : run(['clang++', '--version'], {}));
    postMessage({ ...done, tools, seconds: (performance.now() - start) / 1000 }, [tools.kit.buffer]);
  } catch (error) {
    postMessage({ error: String(error.message ?? error) });
  }
};
