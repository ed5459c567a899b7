// Files that lie compressed beside the page, and the tools of the compiler, which outlive the worker that uses them.
import { decompress } from 'fzstd';

const fetched = globalThis.fetch;

export async function unpacked(name) {
  const response = await fetched(`${name}.zst`);
  if (!response.ok) throw new Error(`${name} could not be loaded (${response.status})`);
  return decompress(new Uint8Array(await response.arrayBuffer()));
}

/// The compiler's modules, and archives: its libraries, with exceptions in place of those of its package, and the kit.
export const tools = { modules: [], libraries: null, kit: null };
let compiled = 0, coming;

// What the compiler's package fetches and compiles, one module after the other. A response would be one more copy of 75 MB.
globalThis.fetch = async (address, options) => {
  const name = String(address).replace(/.*\//, '');
  if (/^llvm.*tar$/.test(name)) return new Response(tools.libraries);
  if (!/^llvm.*wasm$/.test(name)) return fetched(address, options);
  coming = tools.modules[compiled] ? null : unpacked(name);
  return new Response('');
};
WebAssembly.compileStreaming = async () => (tools.modules[compiled++] ??= await WebAssembly.compile(await coming));
