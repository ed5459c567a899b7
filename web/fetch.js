// Files that lie compressed beside the page. What the compiler's own package fetches are such files, too: its program, and in
// place of its libraries those with exceptions.
import { decompress } from 'fzstd';

const fetched = globalThis.fetch;

export async function unpacked(name) {
  const response = await fetched(`${name}.zst`);
  if (!response.ok) throw new Error(`${name} could not be loaded (${response.status})`);
  return decompress(new Uint8Array(await response.arrayBuffer()));
}

globalThis.fetch = async (address, options) => {
  const name = String(address).replace(/.*\//, '');
  if (!/^llvm.*(wasm|tar)$/.test(name)) return fetched(address, options);
  return new Response(await unpacked(name), { headers: { 'content-type': name.endsWith('.wasm') ? 'application/wasm' : '' } });
};
