// A worker that grades a program: it runs the grader, and each of its calls in an instance of its own. Who starts it ends
// it where a call takes too long, and starts another one, which knows that: the same calls come in the same order.
import { Directory, Fd, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { tree } from './tar.js';

const signals = { abort: 6, arithmetic: 8, address: 11 };
const most_printed = 65536, slack_seconds = 2, quiet = { debug: false };

/// Keeps what is written to it, up to a limit.
class Sink extends OpenFile {
  all = 0;
  constructor(most = Infinity) { super(new File([])); this.most = most; }
  get kept() { return this.file.data; }
  fd_write(data) {
    if (this.all < this.most) super.fd_write(data.slice(0, this.most - this.all));
    this.all += data.length;
    return { ret: 0, nwritten: data.length };
  }
}

/// Bytes to read, which are not copied.
class Source extends Fd {
  at = 0;
  constructor(bytes) { super(); this.bytes = bytes; }
  fd_read(size) { return { ret: 0, data: this.bytes.subarray(this.at, this.at += size) }; }
}

// WebAssembly lets programs use the memory at address 0, which belongs to nobody here: read, it is no number.
const nobody = 0xff, lowest = instance => new Uint8Array(instance.exports.memory.buffer, 0, 1024);

/// Which signal a process of Linux would have got where an instance was trapped.
function signal_of(error, stack) {
  const words = String(error.message ?? error);
  if (error instanceof RangeError) return { signal: signals.address, stack_is_full: true };
  if (/divide|remainder/.test(words)) return { signal: signals.arithmetic };
  if (/unreachable/.test(words)) return { signal: signals.abort };
  // The stack lies in front of all else, and grows downwards.
  return { signal: signals.address, stack_is_full: stack < 0x1000 || stack > 0x7fffffff };
}

/// One call of a program: how it ended, what it replied and printed.
function call(module, request) {
  const printed = new Sink(most_printed), reply = new Sink();
  const wasi = new WASI([], [], [new Sink(), printed, printed, new Source(request), reply, new Sink()], quiet);
  wasi.wasiImport.fd_prestat_get = () => 8;  // no folder of these is open
  const start = performance.now();
  let ending = { code: 0 }, instance;
  try {
    instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
    lowest(instance).fill(nobody);
    ending.code = wasi.start(instance);
    if (lowest(instance).some(byte => byte !== nobody)) ending = { signal: signals.address };
  } catch (error) {
    ending = signal_of(error, instance?.exports.__stack_pointer.value >>> 0);
  }
  if (ending.code >= 1 << 16) ending = { signal: ending.code & 0x7f };
  const kib = (instance?.exports.memory.buffer.byteLength ?? 0) / 1024;
  return { ...ending, kib, seconds: (performance.now() - start) / 1000, reply: reply.kept, printed };
}

const nothing = { reply: new Uint8Array(), printed: new Sink(), kib: 0 };  // of a call that was not made

/// Grades an exercise whose program is built. `ended` has the numbers of the calls whose time was up.
function grade({ grader, files, number, stub, text, built, ended }) {
  const encoder = new TextEncoder(), decoder = new TextDecoder(), modules = new Map();
  files.set(stub, encoder.encode(text));
  files.set('build/log', encoder.encode(built.log));
  files.set('build/seconds', encoder.encode(String(built.seconds)));
  if (built.compiled) files.set('build/compiled', new Uint8Array());
  if (built.program) files.set('build/program.wasm', built.program);
  const folder = entries => new Map(entries.map(([name, entry]) => [name, entry instanceof Map ? new Directory(entry) : entry]));
  const root = tree(files, bytes => new File(bytes), folder);
  const out = new Sink(), err = new Sink();
  const wasi = new WASI(['grader', '/course', number], [], [new Sink(), out, err, new PreopenDirectory('/', root)], quiet);
  let calls = 0, last, memory;
  const page = {
    call(program, request, bytes, milliseconds, answer) {
      const file = wasi.fds[program].file;
      postMessage({ call: calls, most_seconds: milliseconds / 1000 + slack_seconds });
      if (!modules.has(file)) modules.set(file, new WebAssembly.Module(file.data));
      last = ended.includes(calls++) ? { ...nothing, seconds: milliseconds / 1000, signal: 9, time_was_up: 1 }
        : call(modules.get(file), new Uint8Array(memory.buffer, request, bytes));
      const { time_was_up = 0, signal, code, kib, seconds, reply, printed, stack_is_full = 0 } = last, time = [1e6 * seconds, 0];
      new Uint32Array(memory.buffer, answer, 12).set([1, time_was_up, signal ?? code << 8, kib, ...time, ...time, reply.length, printed.kept.length, printed.all, stack_is_full]);
    },
    take(reply, printed) {
      new Uint8Array(memory.buffer).set(last.reply, reply);
      new Uint8Array(memory.buffer).set(last.printed.kept, printed);
    },
  };
  const instance = new WebAssembly.Instance(grader, { wasi_snapshot_preview1: wasi.wasiImport, page });
  memory = instance.exports.memory;
  if (wasi.start(instance) !== 0) throw new Error(decoder.decode(err.kept));
  const [report, json] = decoder.decode(out.kept).split('\0');
  return { report, result: JSON.parse(json) };
}

onmessage = ({ data }) => {
  try {
    postMessage(grade(data));
  } catch (error) {
    postMessage({ error: String(error.message ?? error) });
  }
};
