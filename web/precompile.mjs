// Precompiles the header of students' programs with the page's own compiler: precompile.mjs CLANG TOOLS WORD... The compiler in the
// folder CLANG sees what is in TOOLS, and TOOLS/kit gets student.pch.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [clang, tools, ...words] = process.argv.slice(2);
const tree = folder => Object.fromEntries(readdirSync(folder, { withFileTypes: true })
  .map(entry => [entry.name, (entry.isDirectory() ? tree : readFileSync)(join(folder, entry.name))]));
const { runLLVM } = await import(pathToFileURL(join(clang, 'bundle.js')));
const parts = [];
await runLLVM([...words, '-o', '-'], tree(tools), { stdout: bytes => bytes && parts.push(bytes.slice()), decodeASCII: false });
writeFileSync(join(tools, 'kit/student.pch'), Buffer.concat(parts));
