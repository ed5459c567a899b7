// Archives, and what they hold.
import { createTar, parseTar } from 'nanotar';

/// The files of an archive, by their paths.
export const untar = archive => new Map(parseTar(archive).filter(({ type }) => type === 'file')
  .map(({ name, data }) => [name.replace(/^\.\//, ''), data ?? new Uint8Array()]));

/// An archive of these texts, by their paths.
export const tar = texts => new Blob([createTar(texts.map(([name, data]) => ({ name, data })))]);

/// Nested objects of these files, a folder each: `made` makes a file of its bytes, `folder` a folder of its entries.
export function tree(files, made = bytes => bytes, folder = entries => Object.fromEntries(entries)) {
  const names = new Map();
  for (const [path, bytes] of files) {
    const [first, ...rest] = path.split('/');
    if (rest.length === 0) names.set(first, bytes);
    else (names.get(first) ?? names.set(first, new Map()).get(first)).set(rest.join('/'), bytes);
  }
  return folder([...names].map(([name, entry]) => [name, entry instanceof Map ? tree(entry, made, folder) : made(entry)]));
}
