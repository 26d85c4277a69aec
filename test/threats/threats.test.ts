import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { json, openaiReply, startLlmServer } from '../fakes/llm-server.js';
import { rawPdf } from '../plugins/converters/raw-pdf.js';
import { docxs, good, pdfs } from '../server/hostile/files.js';
import { call, extract, key, openDoor, origin } from '../server/support/door.js';
import { fakeEngine, outcome } from '../server/support/fake-engine.js';
import { filePart, form, goodForm, schemaPart } from '../server/support/form.js';
import { listen, sendRaw } from '../server/support/socket.js';
import { openService } from '../specification/service.js';
import { longerTests } from './longer-tests.js';

/** Tries each threat of server/docs/operate/security.md once over HTTP. `longer-tests.ts` names the tests that cover it fully. */
const top = fileURLToPath(new URL('../..', import.meta.url));

/** A server that must never be called: documents, schemas and redirects point to it. */
const trap = createServer((_, response) => void response.end('trapped'));
let trapCalls = 0;
trap.on('request', () => ++trapCalls);
await once(trap.listen(0, '127.0.0.1'), 'listening');
const trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`;

const provider = await startLlmServer();
const service = await openService({ tiers: [{ use: 'openai', model: 'm', base_url: `${provider.url}/v1`, api_key: 'sk-test' }] });
afterAll(async () => {
  await provider.close();
  trap.close();
});
beforeEach(() => provider.answer(openaiReply([{ path: '$.total', value: '120.00', quote: 'Total 120.00' }])));

const schema = { type: 'object', properties: { total: { type: 'number' } } } as const;
const goodPdf = { file: good.pdf, schema };
const files = new Map([...pdfs, ...(await docxs(trapUrl))].map(({ name, bytes }) => [name, bytes]));
const named = (name: string): Uint8Array => files.get(name) ?? new Uint8Array();
const statusAfter = async (question: Parameters<typeof service.extract>[0]) => {
  const { status, body } = await service.extract(question);
  return [status, body.error?.code ?? (body.object && 'read')];
};

describe('T1 bombs', () => {
  it.each(['a page that was packed twice', 'a directory that lies about a size', '300,001 paragraphs'])(
    '%s: refused, and the next document is read',
    async (name) => {
      expect(await statusAfter({ file: named(name), schema })).toEqual([200, 'EXTRACTION_FAILED']);
      expect(await statusAfter(goodPdf)).toEqual([200, 'read']);
    },
  );
});

describe('T2 a document that reads files or calls home', () => {
  it.each(['a picture that is a file of the server', 'a picture that is somewhere else', 'an entity that names a file'])(
    '%s: none of its content is in the answer, and no request is sent',
    async (name) => {
      const answer = await service.extract({ file: named(name), schema });
      expect(JSON.stringify(answer.body)).not.toMatch(/root:|trapped/);
      expect(trapCalls).toBe(0);
    },
  );
});

describe('T3 a file that claims to be another', () => {
  it.each(['a spreadsheet', 'a plain ZIP file', 'an old Word file', 'a web page'])('%s is 400 under any name and type', async (name) => {
    for (const [as, type] of [
      ['a.pdf', 'application/pdf'],
      ['a.docx', 'text/plain'],
      ['', ''],
    ] as const)
      expect((await service.extract({ file: named(name), schema, name: as, type })).status).toBe(400);
  });

  it('a PDF is read under any name and type', async () => {
    for (const [name, type] of [
      ['a.exe', 'image/png'],
      ['a.docx', 'text/html'],
    ] as const)
      expect(await statusAfter({ ...goodPdf, name, type })).toEqual([200, 'read']);
  });
});

describe('T4 large uploads, many at once', () => {
  it('beyond the memory limit for uploads: 503 with the time to retry', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const engine = fakeEngine(() => promise.then(() => outcome()));
    const app = await openDoor({ engine, limits: { bytesInFlight: 10, queueMs: 10 } });
    const first = extract(app, goodForm());
    await expect.poll(() => engine.requests.length).toBe(1);
    const { status, headers } = await extract(app, goodForm());
    resolve();
    expect([status, Number(headers['retry-after']) > 0, (await first).status]).toEqual([503, true, 200]);
  });
});

describe('T5 slow senders and floods', () => {
  it('a length and a chunked body: 400; huge headers: 431', async () => {
    const port = await listen(await openDoor());
    const post = (headers: string): string => `POST /v1/extract HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n\r\n`;
    expect((await sendRaw(port, `${post('Content-Length: 5\r\nTransfer-Encoding: chunked')}0\r\n\r\n`)).status).toBe(400);
    expect((await sendRaw(port, post(`X: ${'a'.repeat(70_000)}`))).status).toBe(431);
  });

  it('headers have 10 s and requests 60 s, and connections are counted', async () => {
    const { server } = await openDoor();
    expect([server.headersTimeout, server.requestTimeout, server.maxConnections]).toEqual([10_000, 60_000, 2_000]);
  });
});

describe('T6 running up a bill', () => {
  it('a document with too many pages reaches no provider and costs nothing', async () => {
    const asked = provider.requests.length;
    const { body } = await service.extract({ file: rawPdf(Array.from({ length: 101 }, () => ({ content: '' }))), schema });
    expect([body.error.code, body.metadata.credits, provider.requests.length - asked]).toEqual(['EXTRACTION_FAILED', 0, 0]);
  });

  it('a provider that fails is asked three times at most', async () => {
    const asked = provider.requests.length;
    provider.answer(json({ error: { message: 'Busy.', type: 'server_error', code: null, param: null } }, 503, { 'retry-after-ms': '10' }));
    expect(await statusAfter(goodPdf)).toEqual([200, 'LLM_ERROR']);
    expect(provider.requests.length - asked).toBeLessThanOrEqual(3);
  });
});

describe('T7 stolen or guessed keys', () => {
  it('every cause has the same answer, and a key in the address does not count', async () => {
    const app = await openDoor();
    const wrong = ['', 'Basic x', `Bearer ${key}x`, `Bearer pk_${'0'.repeat(49)}`, 'Bearer '];
    const answers = await Promise.all(wrong.map((authorization) => extract(app, goodForm(), { authorization })));
    const inAddress = await call(app, { method: 'POST', url: `/v1/extract?api_key=${key}`, ...goodForm() });
    expect(new Set([...answers, inAddress].map(({ status, body }) => `${status} ${body.detail}`)).size).toBe(1);
    expect(inAddress.status).toBe(401);
  });
});

describe('T8 forged addresses', () => {
  it('are ignored unless a trusted proxy sends them', async () => {
    const app = await openDoor({ rateLimit: 1 });
    const statuses = [];
    for (const forged of ['203.0.113.1', '::ffff:203.0.113.2', 'unknown, 10.0.0.1'])
      statuses.push((await extract(app, goodForm(), { 'x-forwarded-for': forged })).status);
    expect(statuses).toEqual([200, 429, 429]);
  });
});

describe('T9 a hostile schema', () => {
  const wide = (count: number): object => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string' }])),
  });
  it.each([
    ['a pattern that never ends', { type: 'object', properties: { total: { type: 'string', pattern: '^(a+)+$' } } }, 200],
    ['a thousand levels', JSON.parse(`${'{"type":"object","properties":{"a":'.repeat(1_000)}{"type":"string"}${'}}'.repeat(1_000)}`), 400],
    ['ten thousand fields', wide(10_000), 400],
    ['two thousand fields', wide(2_000), 400],
    ['a reference in a circle', { type: 'object', properties: { a: { $ref: '#/properties/a' } } }, 400],
    ['a reference to elsewhere', { type: 'object', properties: { a: { $ref: trapUrl } } }, 400],
    [
      '__proto__ as a field',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}'),
      200,
    ],
  ])('%s', async (_name, given, status) => {
    expect((await extract(await openDoor(), form(filePart(), schemaPart(JSON.stringify(given))))).status).toBe(status);
    expect([({} as Record<string, unknown>)['type'], trapCalls]).toEqual([undefined, 0]);
  });
});

describe('T11 leaks', () => {
  it('no refusal repeats what was sent', async () => {
    const app = await openDoor();
    const canary = 'CANARY-4711';
    const forms = [
      form(filePart(canary, canary), schemaPart()),
      form(filePart(), schemaPart(`{"type":"${canary}`)),
      form(filePart(), schemaPart(), { name: 'confidence_threshold', value: 'high' }),
      form({ name: 'file', value: canary }, schemaPart()),
    ];
    const answers = [...(await Promise.all(forms.map((one) => extract(app, one)))), await call(app, { method: 'GET', url: `/${canary}` })];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 404]);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(canary);
  });
});

describe('T12 a bad provider', () => {
  it('that redirects elsewhere is not followed', async () => {
    provider.answer(json({}, 307, { location: trapUrl }));
    expect(await statusAfter(goodPdf)).toEqual([200, 'LLM_ERROR']);
    expect(trapCalls).toBe(0);
  });
});

describe('T13 the playground called from other pages', () => {
  it('only one of seven origins is allowed', async () => {
    const app = await openDoor();
    const origins = [
      origin,
      `${origin}.evil.org`,
      'https://evil.org/https://play.example.com',
      'null',
      origin.toUpperCase(),
      `${origin}:8443`,
      undefined,
    ];
    const { payload, headers } = goodForm();
    const statuses = await Promise.all(
      origins.map(
        async (from) =>
          (
            await call(app, {
              method: 'POST',
              url: '/v1/playground',
              payload,
              headers: { ...headers, ...(from !== undefined && { origin: from }) },
            })
          ).status,
      ),
    );
    expect(statuses).toEqual([200, 403, 403, 403, 403, 403, 403]);
  });
});

describe('T14 errors that tell too much', () => {
  it('have the same form in every layer', async () => {
    const app = await openDoor({ engine: fakeEngine(() => Promise.reject(new Error('of our own making'))) });
    const port = await listen(app);
    const answers = [
      await sendRaw(port, 'noise\r\n\r\n'),
      await call(app, { method: 'GET', url: '/%zz' }),
      await call(app, { method: 'POST', url: '/nowhere', payload: '{', headers: { 'content-type': 'application/json' } }),
      await call(app, { method: 'PUT', url: '/v1/extract' }),
      await extract(app, goodForm()),
      await extract(app, { payload: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 405, 500, 415]);
    for (const { body } of answers) expect(body).toEqual({ detail: expect.not.stringContaining('making') });
  });
});

describe('T15 values misused', () => {
  it('are sent as JSON that no browser takes for a page', async () => {
    const object = { ...outcome().object, total: '<script>alert(1)</script>' };
    const answer = await extract(await openDoor({ engine: fakeEngine({ object: object as never }) }), goodForm());
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('T16 the supply chain', () => {
  it('every package has one version and a checksum, or is a folder of ours, and none runs a script', () => {
    const text = (file: string): string => readFileSync(join(top, file), 'utf8');
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text('package.json'));
    const asked = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(asked.filter((version) => !/^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|file:\.toolchain\/[\w-]+)$/.test(String(version)))).toEqual([]);
    const packages: Readonly<Record<string, { resolved?: string; integrity?: string; link?: true }>> = JSON.parse(
      text('package-lock.json'),
    ).packages;
    const unchecked = Object.entries(packages).filter(([name, one]) => name.startsWith('node_modules/') && !one.link && !one.integrity);
    expect(unchecked.map(([name]) => name)).toEqual([]);
    expect(text('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  });
});

describe('T17 answers of one key seen by another', () => {
  it('one file and one schema, two keys: no answer is shared', async () => {
    const other = 'pk_0123456789abcdefOTHER';
    const app = await openDoor({ keys: [key, other], cacheSeconds: 60 });
    const asked = (bearer: string) => extract(app, goodForm(), { authorization: `Bearer ${bearer}` });
    expect([
      (await asked(key)).headers['x-vouch-cache'],
      (await asked(key)).headers['x-vouch-cache'],
      (await asked(other)).headers['x-vouch-cache'],
    ]).toEqual(['miss', 'hit', 'miss']);
  });
});

describe('T1 to T17', () => {
  const own = readFileSync(fileURLToPath(import.meta.url), 'utf8');

  it('each have a test that names them, and longer tests that still exist', () => {
    const threats = Array.from({ length: 17 }, (_, index) => `T${index + 1}`);
    expect(Object.keys(longerTests)).toEqual(threats);
    expect(threats.filter((threat) => threat !== 'T10' && !own.includes(`describe('${threat} `))).toEqual([]);
    const gone = Object.values(longerTests)
      .flat()
      .filter(([file, name]) => !readFileSync(join(top, file), 'utf8').includes(name));
    expect(gone).toEqual([]);
  });

  it('are in the documentation under their numbers', () => {
    const documented = [...readFileSync(join(top, 'server/docs/operate/security.md'), 'utf8').matchAll(/^\| (\d+) \|/gm)].map(
      ([, number]) => `T${number}`,
    );
    expect(documented).toEqual(Object.keys(longerTests));
  });
});
