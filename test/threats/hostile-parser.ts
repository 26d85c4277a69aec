/** What code does that has taken a parser over, by name; each runs in the child, with `door` being its connection and `parent` the server's pid. */
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
} as const satisfies Readonly<Record<string, string>>;

/**
 * The program of a PDF parser that a file can take over: it reads PDF as the shipped one does, but where a file holds the mark and a number
 * it behaves as the behaviour of that number. For a copy of the compiled code, as `plugins/converters/pdf/child.js`.
 */
export const hostileParser = `
  import { Socket } from 'node:net';
  import { loadPdfium } from '../../pdfium/pdfium.js';
  import { FrameReader, frameOf } from '../../sandbox/connection/frames.js';
  import { readDocument } from './document.js';
  const door = new Socket({ fd: 3, readable: true, writable: true });
  door.on('error', () => process.kill(process.pid, 'SIGKILL'));
  let name;
  const send = (message) => door.write(frameOf(Object(message) === message ? { name, ...message } : message));
  const odd = () => send('I am still here');
  const tasks = new FrameReader(Number.POSITIVE_INFINITY);
  const pdfium = await loadPdfium({ mb: 256, exceeded: false });
  const behaviours = [${Object.values(behaviours)
    .map((code) => `(parent) => { ${code} }`)
    .join(',\n')}];
  door.on('data', (chunk) => {
    for (const task of tasks.read(chunk)) {
      const { bytes } = task;
      name = task.name;
      const [, number, parent] = /HOSTILE (\\d+) (\\d+)/.exec(Buffer.from(bytes).toString('latin1')) ?? [];
      if (number !== undefined) behaviours[Number(number)](Number(parent));
      else send({ kind: 'content', content: readDocument(pdfium, bytes, 100) });
    }
  });
  send({ kind: 'ready' });
`;
