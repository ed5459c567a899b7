// Files of a folder for the page: files.mjs pack FOLDER ARCHIVE writes an archive of them; files.mjs precompile CLANG KIT WORD...
// precompiles the header of students' programs with the page's own compiler, in the folder CLANG. That sees KIT as kit/, which
// gets student.pch.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tar, tree } from './tar.js';

/// The files below a folder by their names, and null for each folder before what it has.
const files_in = (folder, before = '') => readdirSync(folder).sort().flatMap(name => {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? [[before + name, null], ...files_in(path, `${before + name}/`)]
    : [[before + name, new Uint8Array(readFileSync(path))]];
});

const work = {
  async pack(folder, archive) {
    writeFileSync(archive, Buffer.from(await tar(files_in(folder)).arrayBuffer()));
  },
  async precompile(clang, kit, ...words) {
    const { runLLVM } = await import(pathToFileURL(join(clang, 'bundle.js')));
    const parts = [], files = tree(files_in(kit).filter(([, bytes]) => bytes));
    await runLLVM([...words, '-o', '-'], { kit: files }, { stdout: bytes => bytes && parts.push(bytes.slice()), decodeASCII: false });
    writeFileSync(join(kit, 'student.pch'), Buffer.concat(parts));
  },
};
await work[process.argv[2]](...process.argv.slice(3));
