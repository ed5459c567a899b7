// A worker that compiles and links a student's file. Its memory goes with it, and the compiler's tools go back to who started it.
import { tools, unpacked } from './fetch.js';
import { Exit, runLLVM } from '@yowasp/clang';
import { tree, untar } from './tar.js';

/// Runs one of LLVM's programs: its files, and all that it said.
async function run(words, files) {
  let said = '';
  const decoder = new TextDecoder(), hear = bytes => { said += bytes ? decoder.decode(bytes, { stream: true }) : ''; };
  try {
    return { files: await runLLVM(words, files, { stdout: hear, stderr: hear, decodeASCII: false }), said };
  } catch (error) {
    if (!(error instanceof Exit)) said += `error: the compiler ended: ${error.message ?? error}\n`;
    return { said };
  }
}

/// Compiles the text as NAME.cpp, beside the headers that it may include, and links it with these objects.
async function build({ name, text, files }) {
  const { include, link } = tree(files), all = tree(untar(tools.kit)), source = `${name}.cpp`;
  const [compile, linker] = new TextDecoder().decode(all.commands).trim().split('\n').map(line => line.split(' '));
  const compiled = await run([...compile, source, '-o', 'stub.o'], { ...include, kit: all, [source]: text });
  const object = compiled.files?.['stub.o'];
  if (!object) return { log: compiled.said };
  const linked = await run([...linker, 'stub.o', ...Object.keys(link).map(part => `link/${part}`), 'kit/kit.o', '-o', 'program.wasm'],
    { kit: all, 'stub.o': object, link });
  return { compiled: true, log: compiled.said + linked.said, program: linked.files?.['program.wasm'] };
}

onmessage = async ({ data: { order, given } }) => {
  const start = performance.now();
  try {
    Object.assign(tools, given ?? { kit: await unpacked('kit.tar'), libraries: await unpacked('llvm-resources.tar') });
    const built = order ? await build(order) : await run(['clang++', '--version'], {});
    postMessage({ ...built, tools, seconds: (performance.now() - start) / 1000 }, [tools.kit.buffer, tools.libraries.buffer]);
  } catch (error) {
    postMessage({ error: String(error.message ?? error) });
  }
};
