// Archives, in the page and where it is built.

/// The files of an archive, by their paths.
export function untar(archive) {
  const files = new Map(), decoder = new TextDecoder();
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0;) {
    const field = (from, length) => decoder.decode(archive.subarray(at + from, at + from + length)).replace(/\0.*/s, '');
    const size = parseInt(field(124, 12), 8), before = field(345, 155);
    const path = `${before && before + '/'}${field(0, 100)}`.replace(/^\.\//, '');
    if (field(156, 1) !== '5') files.set(path, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

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

/// An archive of these texts or bytes; of folders, where there is null instead. Names have no more than 100 letters.
export function tar(files) {
  const encoder = new TextEncoder(), blocks = [];
  for (const [name, content] of files) {
    if (name.length > 100) throw new Error(`${name}: the name is too long`);
    const bytes = typeof content === 'string' ? encoder.encode(content) : content ?? new Uint8Array();
    const head = new Uint8Array(512), put = (at, field) => head.set(encoder.encode(field), at);
    put(0, name), put(100, '0000644\0' + '0000000\0'.repeat(2)), put(124, bytes.length.toString(8).padStart(11, '0') + '\0');
    put(136, '00000000000\0        '), put(156, content === null ? '5' : '0'), put(257, 'ustar\x0000');
    put(148, head.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0') + '\0 ');
    blocks.push(head, bytes, new Uint8Array(-bytes.length & 511));
  }
  return new Blob([...blocks, new Uint8Array(1024)]);
}
