// Files that lie compressed beside the page, and the tools of the compiler, which outlive the worker that uses them.
import { decompress } from 'fzstd';

const fetched = globalThis.fetch;

export async function unpacked(name) {
  const response = await fetched(`${name}.zst`);
  if (!response.ok) throw new Error(`${name} could not be loaded (${response.status})`);
  return decompress(new Uint8Array(await response.arrayBuffer())).slice();  // nanotar needs a buffer of its own
}

/// The compiler's modules, and an archive of all that it sees: the kit, and libraries with exceptions, in place of its package's.
export const tools = { modules: [], kit: null };
let compiled = 0, coming;

// What the compiler's package fetches and compiles, one module after the other. A response would be one more copy of 75 MB.
globalThis.fetch = async (address, options) => {
  const name = String(address).replace(/.*\//, '');
  if (!name.startsWith('llvm')) return fetched(address, options);
  if (name.endsWith('.wasm') && !tools.modules[compiled]) coming = unpacked(name);
  return new Response('');
};
WebAssembly.compileStreaming = async () => (tools.modules[compiled++] ??= await WebAssembly.compile(await coming));
