/** What code does that has taken a parser over, by name; each runs in the child, with `door` being its connection, `parent` the server's pid and `port` where it listens. */
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
  'reads what others have left open': `attempt(() => { for (let at = 4; at < 1024; at += 1) { try { if (fs.fstatSync(at).isFile()) return; } catch {} } throw 0; });`,
  'calls the server over the loopback': `fetch('http://127.0.0.1:' + port + '/livez').then(succeeded, odd);`,
} as const satisfies Readonly<Record<string, string>>;

/** What the server alone holds, by how it reads a parser's answers: at each level in the same way. The first level stands for all. */
export const heldByServer: readonly (keyof typeof behaviours)[] = [
  'speaks as Node’s own channel does',
  'sends nothing of sense',
  'promises four gigabytes',
  'floods the connection',
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

/**
 * The program of a PDF parser that a file can take over: it reads PDF as the shipped one does, but where a file holds the mark and a number
 * it behaves as the behaviour of that number. For a copy of the compiled code, as `plugins/converters/pdf/child.js`.
 */
export const hostileParser = `
  import { fork, spawnSync } from 'node:child_process';
  import fs from 'node:fs';
  import inspector from 'node:inspector';
  import { Socket } from 'node:net';
  import { fileURLToPath } from 'node:url';
  import { Worker } from 'node:worker_threads';
  import { loadPdfium } from '../../pdfium/pdfium.js';
  import { FrameReader, frameOf } from '../../sandbox/connection.js';
  import { readDocument } from './document.js';
  const door = new Socket({ fd: 3, readable: true, writable: true });
  door.on('error', () => process.kill(process.pid, 'SIGKILL'));
  let name;
  const send = (message) => door.write(frameOf(Object(message) === message ? { name, ...message } : message));
  const odd = () => send('I am still here');
  /** A behaviour that reached what it must not: the answer then holds a total. */
  const succeeded = () => send({ kind: 'content', content: last });
  const attempt = (act) => { try { act(); } catch { return odd(); } succeeded(); };
  let last;
  const tasks = new FrameReader(Number.POSITIVE_INFINITY);
  const pdfium = await loadPdfium({ mb: 256, exceeded: false });
  const behaviours = [${Object.values(behaviours)
    .map((code) => `(parent, port) => { ${code} }`)
    .join(',\n')}];
  door.on('data', (chunk) => {
    for (const task of tasks.read(chunk)) {
      const { bytes } = task;
      name = task.name;
      const [, number, parent, port] = /HOSTILE (\\d+) (\\d+) (\\d+)/.exec(Buffer.from(bytes).toString('latin1')) ?? [];
      last = readDocument(pdfium, bytes, 100);
      if (number !== undefined) behaviours[Number(number)](Number(parent), Number(port));
      else send({ kind: 'content', content: last });
    }
  });
  send({ kind: 'ready' });
`;
