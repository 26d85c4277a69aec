import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { openaiReply, startLlmServer } from '../../fakes/llm-server.js';
import { sandboxHere } from '../../support/sandbox-here.js';
import type { ServerAnswer } from '../support/ask.js';
import { ask } from '../support/ask.js';
import { docxs, type Expected, good, type HostileFile, pdfs } from './files.js';

const key = 'pk_hostile0123456789abcdef';
const linux = process.platform === 'linux';

/** Whoever follows a link in a document ends here. */
const trap = createServer((_, response) => void response.end('trapped'));
await once(trap.listen(0, '127.0.0.1'), 'listening');
let trapped = 0;
trap.on('request', () => {
  trapped += 1;
});

const llm = await startLlmServer();
llm.answer(openaiReply([{ path: '$.total', value: '120.00', quote: 'Total 120.00' }]));
const server = await startProcess();
afterAll(async () => {
  await server.close();
  await llm.close();
  trap.close();
});

/** The server as a process of its own, with a provider that is this test's. */
async function startProcess() {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-hostile-'));
  const tier = { use: 'openai', model: 'gpt-test', base_url: `${llm.url}/v1`, api_key: 'sk-test' };
  await writeFile(join(folder, 'vouch.config.json'), JSON.stringify({ tiers: [tier], witnesses: [] }));
  const main = createRequire(import.meta.url)
    .resolve('vouch/package.json')
    .replace(/package\.json$/, 'dist/server/app/main.js');
  const env = { PATH: process.env['PATH'], PORT: '0', VOUCH_KEYS: key, VOUCH_RATE_LIMIT: '0', VOUCH_STORE: 'memory:', ...sandboxHere };
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', '--disable-warning=ExperimentalWarning', main], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let url: string | undefined;
  let inspector: string | undefined;
  for await (const line of createInterface({ input: child.stderr })) {
    inspector ??= /ws:\/\/\S+/.exec(line)?.[0];
    url = /http:\/\/[\d.:]+/.exec(line)?.[0];
    if (url) break;
  }
  child.stderr.resume();
  if (!url || !inspector || !child.pid) throw new Error('the server did not start');
  const close = async (): Promise<void> => {
    child.kill('SIGINT');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  };
  return { url, inspector, pid: child.pid, close };
}

const statusOf = (pid: number | string): Promise<string> => readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');

/**
 * What the server keeps, in megabytes: its heap and its buffers after a full collection. What the process occupies says less,
 * since it depends on when V8 last collected: 27 to 57 MB more after the same files, most of it garbage.
 */
async function megabytesKept(): Promise<number> {
  const inspector = new WebSocket(server.inspector);
  await once(inspector, 'open');
  const command = async (id: number, method: string, params = {}): Promise<{ result: { result: { value: number } } }> => {
    inspector.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = await once(inspector, 'message');
      const message = JSON.parse(data);
      if (message.id === id) return message;
    }
  };
  await command(1, 'HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const kept = await command(2, 'Runtime.evaluate', { expression });
  inspector.close();
  return kept.result.result.value / 2 ** 20;
}

async function children(): Promise<number> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const statuses = await Promise.all(processes.map(statusOf));
  return statuses.filter((status) => status.includes(`\nPPid:\t${server.pid}\n`)).length;
}

function extract(bytes: Uint8Array, name: string, type = ''): Promise<ServerAnswer> {
  const form = new FormData();
  form.set('output_schema', '{"type":"object","properties":{"total":{"type":"number"}}}');
  form.set('file', new Blob([Buffer.from(bytes)], { type }), name);
  return ask(server.url, '/v1/extract', { method: 'POST', body: form, headers: { authorization: `Bearer ${key}` } });
}

/** What comes of some work, while `/health` is asked again and again and always answers. */
async function whileHealthy<T>(work: Promise<T>): Promise<T> {
  let done = false;
  const finished = work.finally(() => {
    done = true;
  });
  while (!done) expect((await ask(server.url, '/health')).status).toBe(200);
  return finished;
}

function expectAnswer({ status, body }: ServerAnswer, expected: Expected): void {
  if ('refused' in expected) expect([status, body]).toEqual([400, { detail: expect.stringMatching(expected.refused) }]);
  else if ('failed' in expected) {
    expect([status, body.error]).toEqual([200, { code: 'EXTRACTION_FAILED', message: expect.stringMatching(expected.failed) }]);
    expect(body).toMatchObject({ object: null, metadata: { credits: 0, fallback_triggered: false } });
  } else {
    expect([status, body.error, body.object?.total]).toEqual([200, undefined, expected.total]);
    expect(body.metadata.credits).toBe(1);
  }
}

const timeless = ({ status, body }: ServerAnswer) => ({ status, body: { ...body, metadata: { ...body.metadata, processing_time_ms: 0 } } });

const before = { megabytes: 0 };

it('good documents are read', async () => {
  for (const bytes of [good.pdf, good.docx, good.pdf, good.docx]) expectAnswer(await extract(bytes, 'good'), { total: 120 });
  before.megabytes = await megabytesKept();
});

describe.each([
  ['PDF', pdfs],
  ['DOCX or something else', await docxs(`http://127.0.0.1:${(trap.address() as AddressInfo).port}/picture.png`)],
])('a %s with', (_, files) => {
  it.each(files.map((file): [string, HostileFile] => [file.name, file]))('%s', async (_name, { bytes, expected }) => {
    const nothing = 'total' in expected && expected.total === null;
    llm.answer(openaiReply([nothing ? { path: '$.total', value: null } : { path: '$.total', value: '120.00', quote: 'Total 120.00' }]));
    const asked = llm.requests.length;
    const answer = await whileHealthy(extract(bytes, 'document.pdf', 'application/pdf'));
    expectAnswer(answer, expected);
    expect(llm.requests.length - asked).toBe('total' in expected ? 1 : 0);
    expect(timeless(await extract(bytes, 'letter.docx', 'text/plain'))).toEqual(timeless(answer));
    llm.answer(openaiReply([{ path: '$.total', value: '120.00', quote: 'Total 120.00' }]));
    for (const next of [good.pdf, good.docx]) expectAnswer(await extract(next, 'good'), { total: 120 });
  });
});

describe('after all of them', () => {
  it('nobody has followed a link', () => {
    expect(trapped).toBe(0);
  });

  it('the server holds hardly more memory', async () => {
    expect((await megabytesKept()) - before.megabytes).toBeLessThan(10);
  });

  it.runIf(linux)('it has no more children than it keeps ready', async () => {
    expect(await children()).toBeLessThanOrEqual(4);
  });
});
