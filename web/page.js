// The page: the list, the statement, the editor, and the report of a run. Two workers do the work.
import { basicSetup, EditorView } from 'codemirror';
import { cpp } from '@codemirror/lang-cpp';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import look from './editor.css';
import { unpacked } from './fetch.js';
import { tar, tree, untar } from './tar.js';

/* global FILES */ // all that a visitor without a network needs: web/build knows them
const at = id => document.getElementById(id), say = (id, text) => { at(id).textContent = text; };

// ---- what is kept in this browser ----

const kept = (folder, what = '') => localStorage.getItem(`softmark ${folder}${what}`);
const keep = (folder, text, what = '') => localStorage.setItem(`softmark ${folder}${what}`, text);
const drop = (folder, what = '') => localStorage.removeItem(`softmark ${folder}${what}`);
const of_verdict = ' verdict', numbered = number => String(number).padStart(2, '0');

const download = (name, blob) => element('a', { href: URL.createObjectURL(blob), download: name }).click();

// ---- what is loaded once ----

const once = make => { let made; return () => (made ??= make().catch(error => { made = null; throw error; })); };
const list = once(async () => (await fetch('list.json')).json());
const course = once(async () => untar(await unpacked('course.tar')));
const grader = once(async () => WebAssembly.compile(await unpacked('grader.wasm')));

let tools, shown, running = false;

/// What a worker answers, which ends then. Where it begins a call and takes too long for it, that is `late`.
function answered(script, message, given = []) {
  const worker = new Worker(script, { type: 'module' });
  return new Promise((done, failed) => {
    let timer;
    const end = (settle, value) => { clearTimeout(timer), worker.terminate(), settle(value); };
    worker.onmessage = ({ data }) => {
      clearTimeout(timer);
      if (data.most_seconds) timer = setTimeout(() => end(done, { late: data.call }), 1000 * data.most_seconds);
      else end(...data.error ? [failed, new Error(data.error)] : [done, data]);
    };
    worker.onerror = event => end(failed, new Error(event.message));
    worker.postMessage(message, given);
  });
}

/// What the compiler does with an order; without one it loads its tools, once.
async function compiled(order) {
  const given = tools;
  tools = null;  // they are the worker's until it gives them back
  const built = await answered('compiler.js', { order, given }, given ? [given.kit.buffer] : []);
  if (built.late) throw new Error(`${built.late} was stopped, since it took too long`);
  return tools = built.tools, built;
}
const ready = once(() => compiled());

/// A program of this text. Compiler and linker have a worker each, for both at once need too much memory.
async function compiled_and_linked(name, text, { include, link }) {
  const { made: stub, said, seconds } = await compiled({ name, text, include });
  if (!stub) return { log: said, seconds };
  const linked = await compiled({ stub, link });
  return { compiled: true, log: said + linked.said, program: linked.made, seconds: seconds + linked.seconds };
}

/// The report and result of a program. Where a call takes too long, all is done again, and that one is not made.
async function graded(order, ended = []) {
  const answer = await answered('grader.js', { ...order, ended });
  return answer.late === undefined ? answer : graded(order, [...ended, answer.late]);
}

// ---- one exercise ----

const extensions = [basicSetup, cpp(), syntaxHighlighting(classHighlighter), EditorView.contentAttributes.of({ 'aria-label': 'Your file', tabindex: '0' }),
  Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (run(), true) }])),
  EditorView.updateListener.of(({ docChanged }) => {
    if (docChanged && text_in_editor() === shown.stub) drop(shown.folder), drop(shown.folder, of_verdict);
    else if (docChanged) keep(shown.folder, text_in_editor());
  })];
// In a tree of its own its styles come as objects, which the page's policy allows.
const root = at('editor').attachShadow({ mode: 'open' }), editor = new EditorView({ root, parent: root }), style = new CSSStyleSheet();
root.adoptedStyleSheets.push(style);
style.replaceSync(look);
const text_in_editor = () => editor.state.doc.toString();

async function run() {
  const exercise = shown;
  if (running || exercise.lack) return;
  running = at('run').disabled = at('report').hidden = at('jump').hidden = true;
  try {
    say('state', 'Loading the compiler, once ...');
    const [files, all, module] = await Promise.all([exercise.parts(), course(), grader(), ready()]);
    say('state', 'Compiling ...');
    const text = text_in_editor(), built = await compiled_and_linked(exercise.name, text, tree(files));
    say('state', 'Running ...');
    const stub = `course/exercises/${exercise.folder}/${exercise.name}.cpp`, number = String(exercise.number);
    const { report, result } = await graded({ grader: module, files: new Map([...all, ...files]), number, stub, text, built });
    keep(exercise.folder, result.verdict, of_verdict);
    if (shown === exercise) show_report(report, result);
    document.dispatchEvent(new CustomEvent('graded', { detail: { report, result } }));
  } catch ({ message }) {
    say('state', `This page could not grade: ${message}.`);
    document.dispatchEvent(new CustomEvent('graded', { detail: { error: message } }));
  }
  running = at('run').disabled = false;
}

function show_report(report, { verdict, cases, place }) {
  const right = cases.filter(one => one.verdict === 'passed').length, words = verdict.replaceAll('_', ' ');
  say('state', `${words[0].toUpperCase()}${words.slice(1)}${cases.length > 0 ? `: ${right} of ${cases.length} cases` : ''}`);
  at('state').className = verdict === 'passed' ? 'passed' : 'failed';
  say('report', report);
  [at('report').hidden, at('jump').hidden] = [false, !place];
  at('report').scrollIntoView({ block: 'nearest' });
  if (!place) return;
  say('jump', `Go to line ${place.line}`);
  at('jump').onclick = () => {
    const line = editor.state.doc.line(Math.min(place.line, editor.state.doc.lines));
    editor.dispatch({ selection: { anchor: line.from, head: line.to }, scrollIntoView: true });
    editor.focus();
  };
}

async function show_exercise(exercise) {
  const { statement, stub } = await (await fetch(`texts/${exercise.folder}.json`)).json();
  shown = { ...exercise, stub, parts: once(async () => untar(await unpacked(`${exercise.folder}.tar`))) };
  document.title = `${exercise.title} - softmark`;
  say('title', `${numbered(exercise.number)} ${exercise.title}`);
  at('text').innerHTML = statement;  // made of the course's own text, without scripts
  for (const link of at('text').querySelectorAll('a[href]:not([href^="http"])')) link.replaceWith(...link.childNodes);
  for (const table of at('text').querySelectorAll('table')) table.tabIndex = 0;  // it scrolls where it is narrow
  editor.setState(EditorState.create({ doc: kept(exercise.folder) ?? stub, extensions }));
  [at('report').hidden, at('jump').hidden, at('state').className] = [true, true, ''];
  at('run').disabled = running || Boolean(exercise.lack);
  say('state', exercise.lack ? `${exercise.lack} Grade it with ./grade run ${exercise.number}.`
    : exercise.counted ? 'This page looks at the numbers alone. What they cost, ./grade run counts.' : '');
  document.dispatchEvent(new Event('shown'));
}

// ---- the list ----

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  return made.append(...children), made;
}

async function show_list() {
  [shown, document.title] = [null, 'softmark'];
  at('parts').replaceChildren();
  for (const { folder, number, title, part, lack } of await list()) {
    if (at('parts').dataset.last !== part || !at('parts').lastChild)
      at('parts').append(element('h2', { textContent: at('parts').dataset.last = part }), element('ul'));
    const verdict = kept(folder, of_verdict);
    const state = lack ? 'with ./grade' : verdict === 'passed' ? verdict : verdict && verdict !== 'not_started' ? 'failed' : kept(folder) ? 'begun' : '';
    at('parts').lastChild.append(element('li', {}, element('span', { className: state, textContent: state }),
      element('a', { href: `#${folder}`, textContent: `${numbered(number)} ${title}` })));
  }
}

/// Takes files by their names, and those in archives.
async function take_in(files) {
  const exercises = await list(), taken = [], decoder = new TextDecoder();
  const texts = files.map(async file => file.name.endsWith('.tar') ? [...untar(new Uint8Array(await file.arrayBuffer()))]
    .map(([path, bytes]) => [path, decoder.decode(bytes)]) : [[file.name, await file.text()]]);
  for (const [path, text] of (await Promise.all(texts)).flat()) {
    const found = exercises.find(({ name }) => path.split('/').pop() === `${name}.cpp`);
    if (found) keep(found.folder, text), taken.push(`${found.name}.cpp`);
  }
  say('moved', taken.length > 0 ? `Loaded ${taken.join(', ')}` : 'No file has the name of an exercise, such as matrix_attention.cpp');
  await show_list();
}

async function route() {
  const folder = location.hash.slice(1), exercise = (await list()).find(one => one.folder === folder || numbered(one.number) === folder);
  [at('list').hidden, at('exercise').hidden] = [Boolean(exercise), !exercise];
  await (exercise ? show_exercise(exercise) : show_list());
  window.scrollTo(0, 0);
}

at('run').onclick = run;
at('reset').onclick = () => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: shown.stub } });  // Ctrl+Z takes it back
at('save').onclick = () => download(`${shown.name}.cpp`, new Blob([text_in_editor()]));
at('export').onclick = async () => download('softmark.tar', tar((await list())
  .filter(({ folder }) => kept(folder)).map(({ folder, name }) => [`${folder}/${name}.cpp`, kept(folder)])));
at('import').onchange = event => take_in([...event.target.files]);
window.onhashchange = route;

/// Loads everything through the service worker, which keeps it; then the page needs no network.
async function load_all() {
  const service = navigator.serviceWorker;
  if (service && await service.register('service.js') && await service.ready && !service.controller)
    await new Promise(done => { service.oncontrollerchange = done; });
  const started = ready();
  for (const [i, [name, mib]] of FILES.entries()) {
    say('loading', `Loading ${mib} MB, once: ${Math.round(100 * i / FILES.length)} %`);
    await (await fetch(name)).body.cancel();  // the service worker has it
  }
  await started;
  say('loading', service ? 'All is loaded: the page works without a network, too.' : '');
  document.dispatchEvent(new Event('loaded'));
}

await route();
load_all().catch(error => say('loading', `Not everything could be loaded: ${error.message}`));
