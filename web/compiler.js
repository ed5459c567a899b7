// A worker that compiles and links a student's file. It keeps the compiler, which takes long to load.
import { unpacked } from './fetch.js';
import { Exit, runLLVM } from '@yowasp/clang';
import { tree, untar } from './tar.js';

const kit = unpacked('kit.tar').then(archive => tree(untar(archive)));
const commands = kit.then(({ commands }) => new TextDecoder().decode(commands).trim().split('\n').map(line => line.split(' ')));

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
  const { include, link } = tree(files);
  const [compile, linker] = await commands, all = await kit, source = `${name}.cpp`;
  const compiled = await run([...compile, source, '-o', 'stub.o'], { ...include, kit: all, [source]: text });
  const object = compiled.files?.['stub.o'];
  if (!object) return { log: compiled.said };
  const linked = await run([...linker, 'stub.o', ...Object.keys(link).map(part => `link/${part}`), 'kit/kit.o', '-o', 'program.wasm'],
    { kit: all, 'stub.o': object, link });
  return { compiled: true, log: compiled.said + linked.said, program: linked.files?.['program.wasm'] };
}

onmessage = async ({ data }) => {
  const start = performance.now();
  try {
    const built = data.name ? await build(data) : await run(['clang++', '--version'], {}).then(() => commands);
    postMessage({ ...built, seconds: (performance.now() - start) / 1000 });
  } catch (error) {
    postMessage({ error: String(error.message ?? error) });
  }
};
