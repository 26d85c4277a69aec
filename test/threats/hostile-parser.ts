/**
 * What code does that has taken a parser over, by name; each runs in the child, with `door` being its connection, `parent` the server's pid, `port`
 * where it listens and `foreign` the first descriptor that it was not given.
 */
export const behaviours = {
  'kills the server': `try { process.kill(parent, 'SIGKILL'); } catch {} finally { odd(); }`,
  'stops the server': `try { process.kill(parent, 'SIGSTOP'); } catch {} finally { odd(); }`,
  'kills its process group': `try { process.kill(0, 'SIGKILL'); } finally { odd(); }`,
  'kills all it may': `try { process.kill(-1, 'SIGKILL'); } finally { odd(); }`,
  'opens the inspector of the server': `try { process.kill(parent, 'SIGUSR1'); } catch {} finally { odd(); }`,
  'speaks as Node’s own channel does': `send({ cmd: 'NODE_HANDLE_ACK' }); send({ cmd: 'NODE_CLUSTER', act: 'x' });`,
  'sends nothing of sense': `door.write(Buffer.alloc(1_000, 0xff));`,
  'promises four gigabytes': `door.write(Buffer.from([255, 255, 255, 255, 0]));`,
  'floods the connection': `const flood = () => { while (door.write(Buffer.alloc(65_536, 0))); door.once('drain', flood); }; flood();`,
  'floods the connection with small messages': `const one = Buffer.from(frameOf(1)); door.write(Buffer.concat(Array.from({ length: 120_000 }, () => one)));`,
  'says a word of six million characters': `const content = structuredClone(last); content.pages[0].words[0].text = '1,'.repeat(3_000_000); send({ kind: 'content', content });`,
  'lists more entries than a zip may have': `send({ kind: 'content', content: { entries: Array.from({ length: 120_000 }, (_, at) => ({ name: at + 'x'.repeat(900), size: 1 })) } });`,
  'sends an answer of the wrong shape': `send({ kind: 'content', content: { pages: 'all' } });`,
  'sends a word that is none': `send({ kind: 'content', content: { pages: [{ number: 1, width: 1, height: 1, textLayer: 'native', words: [null], hidden: [] }], attachments: [], chargedPages: 1 } });`,
  'sends a list that only claims its length': `send({ kind: 'content', content: { pages: new Array(4e9), attachments: [], chargedPages: 1 } });`,
  'sends itself in itself': `const content = { attachments: [], chargedPages: 1 }; content.pages = [content]; send({ kind: 'content', content });`,
  'charges a million pages': `send({ kind: 'content', content: { pages: [], attachments: [], chargedPages: 1_000_000 } });`,
  'answers twice': `const reply = { kind: 'refusal', refusal: { reason: 'encrypted' } }; send(reply); send(reply);`,
  'closes the connection and goes on': `door.destroy(); setInterval(() => {}, 1_000);`,
  'never answers': `setInterval(() => {}, 1_000);`,
  'works without end': `for (;;);`,
  'takes all memory': `const kept = []; for (;;) kept.push(Buffer.alloc(2 ** 20, 1));`,
  ends: `process.exit(0);`,
  'reads and writes through node:sqlite': `import('node:sqlite').then(({ DatabaseSync }) => { new DatabaseSync('/tmp/vouch-hostile.db').exec('CREATE TABLE t (c)'); succeeded(); }).catch(odd);`,
  'changes the program that it shares with the server': `attempt(() => fs.appendFileSync(fileURLToPath(import.meta.url), ' '));`,
  'reads the memory of the server': `attempt(() => fs.openSync('/proc/' + parent + '/mem', 'r'));`,
  'reads the environment of the server': `attempt(() => fs.readFileSync('/proc/' + process.ppid + '/environ'));`,
  'reads its own environment': `attempt(() => { if (Object.keys(process.env).length === 0) throw 0; });`,
  'reads a file of the machine': `attempt(() => fs.readFileSync('/etc/hostname'));`,
  'starts a program': `attempt(() => { const { error } = spawnSync('/bin/true'); if (error) throw error; });`,
  'forks itself': `attempt(() => fork(fileURLToPath(import.meta.url)));`,
  'starts a thread': `attempt(() => new Worker('', { eval: true }));`,
  'opens an inspector of its own': `attempt(() => inspector.open(0));`,
  'reads what others have left open': `attempt(() => { for (let at = foreign; at < 1024; at += 1) { try { if (fs.fstatSync(at).isFile()) return; } catch {} } throw 0; });`,
  'writes to the file that it was given': `attempt(() => fs.writeSync(4, 'x'));`,
  'calls the server over the loopback': `fetch('http://127.0.0.1:' + port + '/livez').then(succeeded, odd);`,
} as const satisfies Readonly<Record<string, string>>;

/** What the server alone holds, by how it reads a parser's answers: at each level in the same way. The first level stands for all. */
export const heldByServer: readonly (keyof typeof behaviours)[] = [
  'speaks as Node’s own channel does',
  'sends nothing of sense',
  'promises four gigabytes',
  'floods the connection',
  'floods the connection with small messages',
  'says a word of six million characters',
  'lists more entries than a zip may have',
  'sends an answer of the wrong shape',
  'sends a word that is none',
  'sends a list that only claims its length',
  'sends itself in itself',
  'charges a million pages',
  'answers twice',
  'never answers',
];

/** What only the kernel keeps a parser from, so that it works where no namespace is allowed. Signals to all would end this machine's work. */
export const heldByKernelOnly: readonly (keyof typeof behaviours)[] = [
  'kills the server',
  'stops the server',
  'kills all it may',
  'calls the server over the loopback',
];

/** The one that gets a file of the server's. */
export const archiveChild = 'server/jobs/batches/archive-child.js';

const total = `[{ text: 'Total', x: 50 }, { text: '120.00', x: 110 }].map(({ text, x }) => ({ text, ocr: false, box: { x, y: 50, width: 50, height: 12 } }))`;
const page = (textLayer: string, words: string): string =>
  `({ pages: [{ number: 1, width: 595, height: 842, textLayer: '${textLayer}', words: ${words}, hidden: [], pictured: ${textLayer === 'none'} }], attachments: [], chargedPages: 1 })`;
/** Of two engines only the one that a file names sees something. */
const ocrResult = (engine: string): string => `({ words: Buffer.from(task.bytes).includes('/${engine}/') ? ${total} : [], turn: 0 })`;
/** What each kind of child answers to a good file, as an expression; by its program, as a path of the compiled code. */
const answers = {
  'plugins/converters/docx/child.js': page('native', total),
  'plugins/converters/xlsx/child.js': page('native', total),
  'plugins/converters/eml/child.js': page('native', total),
  'plugins/einvoice/child.js': page('native', total),
  'plugins/converters/image/child.js': `Buffer.from(task.bytes).includes('/image/') ? ${page('native', total)} : ${page('none', '[]')}`,
  'plugins/recognizers/tesseract/child.js': ocrResult('tesseract'),
  'plugins/recognizers/ppocr/child.js': ocrResult('ppocr'),
  [archiveChild]: `'entry' in task.wanted ? { document: Buffer.from('%PDF-1.7\\nnot much of one') } : { entries: [{ name: 'a.pdf', size: 24 }] }`,
} as const satisfies Readonly<Record<string, string>>;

export type ChildName = keyof typeof answers;
export const childNames = Object.keys(answers) as readonly ChildName[];

/** The beginning of the zip, which the child gets encrypted, with its key. */
const zipHead = `
  const { openedAt } = await import('../../http/upload/spool-cipher.js');
  const zipHead = ({ key }) => {
    const head = Buffer.alloc(65_536);
    return key === undefined ? head : openedAt(key, 0, head.subarray(0, fs.readSync(4, head, 0, head.length, 0)));
  };`;

/** The program of such a child that a file can take over, if the order in the file is for it. */
export const hostileChild = (name: ChildName): string =>
  hostileProgram({
    name,
    marked: name === archiveChild ? 'zipHead(task.wanted)' : 'task.bytes',
    prelude: name === archiveChild ? zipHead : '',
    content: answers[name],
  });

/** The program of a PDF parser that a file can take over: it reads PDF as the shipped one does, but where a file holds an order it obeys. */
export const pdfChild = 'plugins/converters/pdf/child.js';
export const hostileParser = (): string =>
  hostileProgram({
    name: pdfChild,
    marked: 'task.bytes',
    prelude: `
  const { loadPdfium } = await import('../../pdfium/pdfium.js');
  const { readDocument } = await import('./document.js');
  const pdfium = await loadPdfium({ mb: 256, exceeded: false });`,
    content: 'readDocument(pdfium, task.bytes, 100)',
  });

/** An order for a child to behave so, as a text of a file; it is another one each time. */
export const orderOf = (child: string, behaviour: keyof typeof behaviours, { pid, url }: { readonly pid: number; readonly url: string }) =>
  `HOSTILE ${child} ${Object.keys(behaviours).indexOf(behaviour)} ${pid} ${new URL(url).port} ${Math.random()}`;

interface ProgramTerms {
  readonly name: string;
  /** Expressions of a task: the bytes in which an order is looked for, and what is answered without one. */
  readonly marked: string;
  readonly content: string;
  readonly prelude: string;
}

/** For a copy of the compiled code, in place of the child of this name. */
const hostileProgram = ({ name, marked, content, prelude }: ProgramTerms): string => `
  import { fork, spawnSync } from 'node:child_process';
  import fs from 'node:fs';
  import inspector from 'node:inspector';
  import { Socket } from 'node:net';
  import { fileURLToPath } from 'node:url';
  import { Worker } from 'node:worker_threads';
  import { FrameReader, frameOf } from '${'../'.repeat(name.split('/').length - 1)}plugins/sandbox/connection.js';
  const door = new Socket({ fd: 3, readable: true, writable: true });
  door.on('error', () => process.kill(process.pid, 'SIGKILL'));
  let name;
  const send = (message) => door.write(frameOf(Object(message) === message ? { name, ...message } : message));
  const odd = () => send('I am still here');
  /** A behaviour that reached what it must not: the answer is then a good one. */
  const succeeded = () => send({ kind: 'content', content: last });
  const attempt = (act) => { try { act(); } catch { return odd(); } succeeded(); };
  const foreign = ${name === archiveChild ? 5 : 4};
  let last;
  const tasks = new FrameReader(Number.POSITIVE_INFINITY);
  ${prelude}
  const behaviours = [${Object.values(behaviours)
    .map((code) => `(parent, port) => { ${code} }`)
    .join(',\n')}];
  door.on('data', (chunk) => {
    for (const task of [...tasks.read(chunk)]) {
      name = task.name;
      const [, number, parent, port] = new RegExp('HOSTILE ${name} (\\\\d+) (\\\\d+) (\\\\d+)').exec(Buffer.from(${marked}).toString('latin1')) ?? [];
      last = ${content};
      if (number !== undefined && !('entry' in (task.wanted ?? {}))) behaviours[Number(number)](Number(parent), Number(port));
      else send({ kind: 'content', content: last });
    }
  });
  send({ kind: 'ready' });
`;
