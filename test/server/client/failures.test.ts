import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { refusalCodes, refusedError } from '../../../server/client/errors.js';
import { TimedOutError, UsageError, Vouch, type VouchError, type VouchOptions } from '../../../server/client/index.js';
import { jsonText } from '../../../server/client/request/json-text.js';
import { retryAfter } from '../../../server/client/request/send.js';
import { guidePage } from '../../shipped/readme/markdown.js';
import { freePort } from '../../support/free-port.js';
import { key } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { pdf } from '../support/form.js';
import { answered, type FakeReply, ofDoor, ofFakeServer } from './answering.js';

const schema = { type: 'object', properties: { total: { type: 'number' } } } as const;
const refused = (status: number, headers: Readonly<Record<string, string>> = {}): FakeReply => ({
  status,
  headers,
  body: { detail: `no ${status}` },
});
const soon = { 'retry-after': '0' };
const failing = async (vouch: Vouch, ...terms: Parameters<Vouch['extract']> | []) =>
  (await vouch.extract(terms[0] ?? pdf, schema, terms[2]).then(
    () => 'answered',
    (error: unknown) => error,
  )) as VouchError;

describe('what fails is tried again', () => {
  it.each([408, 429, 500, 502, 503, 504])('after %i, as Retry-After says, under one idempotency key', async (status) => {
    const { vouch, requests } = await ofFakeServer([refused(status, soon), answered]);
    expect((await vouch.extract(pdf, schema)).data.total).toBe(120);
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size, keys[0]]).toEqual([2, 1, expect.stringMatching(/^[\w-]{36}$/)]);
  });

  it('after the seconds that Retry-After says, not before', async () => {
    const { vouch } = await ofFakeServer([refused(429, { 'retry-after': '1' }), answered]);
    const began = performance.now();
    await vouch.extract(pdf, schema);
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it('where the connection broke, and the whole document is sent again', async () => {
    const { vouch, requests } = await ofFakeServer(['broken', 'broken', answered]);
    const document = new Blob([pdf, new Uint8Array(500_000)]);
    expect((await vouch.extract(() => document.stream(), schema)).data.total).toBe(120);
    expect(requests.map(({ bytes }) => bytes > 500_000)).toEqual([true, true, true]);
  });

  it('while the same call is still being worked on, however often', async () => {
    const { vouch, requests } = await ofFakeServer([...Array(12).fill(refused(409, soon)), answered], { retries: 1 });
    await vouch.extract(pdf, schema);
    expect(requests).toHaveLength(13);
  });

  it('so often as was said, and then thrown as it is', async () => {
    const { vouch, requests } = await ofFakeServer([refused(503, soon)], { retries: 3 });
    expect(await failing(vouch)).toMatchObject({
      name: 'ServiceError',
      code: 'UNAVAILABLE',
      status: 503,
      detail: 'no 503',
      requestId: 'request-4',
    });
    expect(requests).toHaveLength(4);
  });

  it('once after a 500', async () => {
    const { vouch, requests } = await ofFakeServer([refused(500, soon)]);
    await failing(vouch);
    expect(requests).toHaveLength(2);
  });
});

describe('what fails is not tried again', () => {
  it.each([400, 401, 403, 404, 409, 413, 415])('after %i', async (status) => {
    const { vouch, requests } = await ofFakeServer([refused(status), answered]);
    expect(await failing(vouch)).toMatchObject({ status, detail: `no ${status}` });
    expect(requests).toHaveLength(1);
  });

  it('where that would be later than the call may take: the credits of a day', async () => {
    const { vouch, requests } = await ofFakeServer([refused(429, { 'retry-after': '40000' })]);
    expect(await failing(vouch)).toMatchObject({ name: 'LimitedError', code: 'LIMITED', retryAfterMs: 40_000_000 });
    expect(requests).toHaveLength(1);
  });

  it('where a stream was given and is used up: the error says what would help', async () => {
    const { vouch, requests } = await ofFakeServer(['broken', answered]);
    const error = await failing(vouch, Readable.from([pdf]), schema);
    expect([error.name, error.message]).toEqual(['ConnectionError', expect.stringContaining('give a function that opens it')]);
    expect(requests).toHaveLength(1);
  });

  it.each<[string, unknown, string]>([
    ['a number that is none', { total: Number.NaN }, 'NaN at $.total'],
    ['one without an end, in a row', { rows: [{ 'net (EUR)': Number.POSITIVE_INFINITY }] }, "Infinity at $.rows[0]['net (EUR)']"],
    ['a hole in a list', { tags: ['a', undefined] }, 'undefined at $.tags[1]'],
    ['a function', { total: () => 120 }, 'a function at $.total'],
    ['a Map', { seller: new Map([['name', 'Mill']]) }, 'a Map at $.seller'],
    ['a day that is none', { due: new Date('never') }, 'a day that is none at $.due'],
    ['a Promise', { total: Promise.resolve(119) }, 'a Promise at $.total'],
    ['a RegExp', { plate: /B-\d+/ }, 'a RegExp at $.plate'],
    ['an Error', { total: new Error('none') }, 'an Error at $.total'],
    ['bytes', { logo: new Uint8Array(2) }, 'a Uint8Array at $.logo'],
    ['a boxed NaN', { total: Object(Number.NaN) }, 'a Number at $.total'],
  ])('as nothing is sent of data that JSON would change without a word: %s', async (_, data, place) => {
    const { vouch, requests } = await ofFakeServer([answered]);
    const error = await vouch.score(pdf, { data: data as { [name: string]: number } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(`data has ${place}, which JSON cannot say`);
    expect(requests).toEqual([]);
  });

  it.each<[string, object, object, string]>([
    [
      'a schema among the data',
      { data: { total: 119 }, schema },
      {},
      'The given data have no member "schema": there are data, quotes, pages, reader',
    ],
    ['an option among the data', { data: { total: 119 }, verify: true }, {}, 'The given data have no member "verify"'],
    [
      'a schema as the options',
      { data: { total: 119 } },
      schema,
      'The options have no member "type": there are threshold, verify, include',
    ],
    ['an option that is misspelt', { data: { total: 119 } }, { treshold: 0.2 }, 'The options have no member "treshold"'],
  ])('as nothing is sent of %s', async (_, given, options, sentence) => {
    const { vouch, requests } = await ofFakeServer([answered]);
    const error = await vouch.score(pdf, given as { data: { total: number } }, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(sentence);
    expect(requests).toEqual([]);
  });

  it('as JSON cannot be made of what contains itself', () => {
    const seller: { of?: unknown } = {};
    seller.of = seller;
    expect(() => jsonText('data', { seller })).toThrow('data cannot be written as JSON: it has a bigint, or contains itself');
    let deep: object = {};
    for (let depth = 0; depth < 100_000; depth += 1) deep = { deep };
    expect(() => jsonText('data', deep)).toThrow('data cannot be written as JSON: it is nested too deeply');
  });

  it("as an object of a class of one's own is data like any other", () => {
    class Invoice {
      total = 119;
    }
    expect(jsonText('data', new Invoice())).toBe('{"total":119}');
  });

  it('as data are sent that only leave something out, have a minus before zero, or say themselves what they are in JSON', async () => {
    const { vouch, requests } = await ofFakeServer([answered]);
    await vouch.score(pdf, { data: { tax: undefined, total: -0, due: new Date(0) } as unknown as { [name: string]: number } });
    expect(requests).toHaveLength(1);
  });

  it('where the playground broke off: it may have been charged', async () => {
    const { vouch, requests } = await ofFakeServer(['broken', answered], { key: undefined, playground: true });
    expect((await failing(vouch)).name).toBe('ConnectionError');
    expect([requests.length, requests[0]?.headers['authorization']]).toEqual([1, undefined]);
  });

  it('where a job is removed: the first attempt may have cancelled it, and a second would forget it', async () => {
    const { vouch, requests } = await ofFakeServer(['broken', answered]);
    await expect(vouch.jobs.remove('job_1')).rejects.toThrow('cannot be reached, or the connection broke');
    expect(requests).toHaveLength(1);
  });

  it('where it should not: with retries 0 nothing is waited for', async () => {
    for (const reply of [refused(503, soon), refused(409, soon), 'broken' as const]) {
      const { vouch, requests } = await ofFakeServer([reply, answered], { retries: 0 });
      await failing(vouch);
      expect(requests).toHaveLength(1);
    }
  });
});

describe('errors', () => {
  it('of refusals have the class and the code of their status', () => {
    const names = Object.keys(refusalCodes).map((status) => refusedError({ status: Number(status), detail: '' }).name);
    expect(Object.fromEntries(Object.keys(refusalCodes).map((status, at) => [status, names[at]]))).toMatchObject({
      400: 'InvalidRequestError',
      401: 'AccessError',
      403: 'AccessError',
      404: 'MissingError',
      409: 'ConflictError',
      413: 'InvalidRequestError',
      429: 'LimitedError',
      503: 'ServiceError',
    });
    expect([refusedError({ status: 422, detail: '' }).code, refusedError({ status: 599, detail: '' }).code]).toEqual([
      'INVALID_REQUEST',
      'UNAVAILABLE',
    ]);
  });

  it('of refusals are in the guide, each code beside its class', () => {
    for (const status of Object.keys(refusalCodes).map(Number)) {
      const { name, code } = refusedError({ status, detail: '' });
      expect(guidePage('client').page.split('\n')).toContainEqual(
        expect.stringMatching(`^\\| \`${name}\` \\|.*\\b${status}\\b.*\\|.*\`${code}\``),
      );
    }
  });

  it('of a real server say what it said, with the code that the guide of errors lists', async () => {
    const { server, vouch } = await ofDoor();
    const refused = { code: 'INVALID_REQUEST', reason: 'INVALID_INPUT', detail: expect.stringMatching(/PDF/) };
    expect(await failing(vouch, Buffer.from('hello'), schema)).toMatchObject(refused);
    const job = await vouch.jobs.create(Buffer.from('hello'), schema);
    expect(await job.result().catch((error: unknown) => error)).toMatchObject(refused);
    const stranger = new Vouch({ server, key: 'pk_0123456789abcdefNOT1' });
    const error = await failing(stranger, () => new Blob([new Uint8Array(5_000_000)]).stream(), schema);
    expect(error).toMatchObject({ name: 'AccessError', code: 'KEY_REFUSED', status: 401, requestId: expect.any(String) });
    expect(error.message + error.stack).not.toContain('NOT1');
  });

  it.each<[string, FakeReply]>([
    ['a page of a proxy', { status: 200, body: '<html>hello</html>' }],
    ['JSON of another service', { status: 200, body: { ok: true } }],
    ['a refusal of another service', { status: 403, body: '<html>no</html>' }],
    ['a null without a reason', { status: 200, body: { object: null, metadata: {} } }],
  ])('%s is told from an answer', async (_, reply) => {
    const { vouch } = await ofFakeServer([reply]);
    expect(await failing(vouch)).toMatchObject({ name: 'UnexpectedAnswerError', status: reply.status, requestId: 'request-1' });
  });

  it('of an address that redirects say what would help; nothing is followed, and nothing tried again', async () => {
    const elsewhere = await ofFakeServer([answered]);
    const { vouch, requests } = await ofFakeServer([{ status: 308, headers: { location: elsewhere.server } }]);
    const message = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ redirects, .* give the address that it leads to$/);
    expect(await failing(vouch)).toMatchObject({ name: 'RedirectedError', message });
    // What workers (workerd) do at a redirect mode that they do not have.
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal(
      'Request',
      class {
        constructor(_: string, { redirect }: { readonly redirect: string }) {
          if (redirect === 'error') throw new TypeError('Invalid redirect value');
        }
      },
    );
    expect(await failing(vouch)).toMatchObject({ name: 'RedirectedError', message });
    expect([requests.length, elsewhere.requests.length]).toEqual([2, 0]);
  });

  it('of a server that is not there name it, and why', async () => {
    const vouch = new Vouch({ server: `http://127.0.0.1:${await freePort()}`, key, retries: 1 });
    expect((await failing(vouch)).message).toMatch(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached, or the connection broke: ECONNREFUSED$/);
  });

  it('of a port that the runtime asks nobody at say so', async () => {
    expect((await failing(new Vouch({ server: 'http://127.0.0.1:1', key, retries: 0 }))).message).toMatch(/: bad port$/);
  });

  it.each<[string, unknown, RegExp]>([
    ['a folder', tmpdir(), /^The document \S+ is a folder: give each of its files$/],
    ['a path without a file', '/nowhere/invoice.pdf', /^The document \/nowhere\/invoice\.pdf cannot be read: ENOENT$/],
    ['a stream of text', new Blob(['a']).stream().pipeThrough(new TextDecoderStream()), /must give bytes/],
    [
      'a stream that breaks',
      Readable.from(
        (async function* () {
          yield pdf;
          throw new Error('secret words');
        })(),
      ),
      /^The document could not be read to its end$/,
    ],
    ['a number', 7, /^The document must be a path, a Blob/],
  ])('of the document are the caller’s: %s', async (_, file, message) => {
    const { vouch, requests } = await ofFakeServer([answered]);
    const error = await failing(vouch, file as Blob, schema);
    expect([error.name, error.message]).toEqual(['UsageError', expect.stringMatching(message)]);
    expect(requests).toHaveLength(0);
  });

  it('read Retry-After as seconds, as a date, and as nothing', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-24T00:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const read = ['7', 'Tue, 24 Nov 2026 00:00:30 GMT', 'Mon, 23 Nov 2026 00:00:00 GMT', 'soon', null].map(retryAfter);
    expect(read).toEqual([7_000, 30_000, 0, undefined, undefined]);
  });
});

describe('a call ends', () => {
  /** A server that takes the document and says nothing. */
  const silent = () =>
    ofDoor({
      engine: fakeEngine(async ({ signal }) => {
        await sleep(60_000, undefined, { signal }).catch(() => undefined);
        return outcome();
      }),
    });

  it('when its signal is aborted, with the reason of the signal', async () => {
    const { vouch } = await silent();
    const end = new AbortController();
    const call = vouch.extract(pdf, schema, { signal: end.signal });
    setTimeout(() => end.abort(new Error('enough')), 100);
    await expect(call).rejects.toThrow('enough');
    await expect(vouch.extract(pdf, schema, { signal: end.signal })).rejects.toThrow('enough');
  });

  it('when its signal is aborted between two attempts', async () => {
    const { vouch, requests } = await ofFakeServer([refused(503, { 'retry-after': '30' })]);
    const began = performance.now();
    await expect(vouch.extract(pdf, schema, { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect([requests.length, performance.now() - began < 5_000]).toEqual([1, true]);
  });

  it('when its time is over, all attempts together', async () => {
    const { vouch } = await silent();
    const error = await vouch.extract(pdf, schema, { timeoutMs: 200 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TimedOutError);
    expect(error).toMatchObject({ message: 'There was no answer within 200 ms (timeoutMs)' });
  });

  it('also where the stream of the document never gives its next piece', async () => {
    const { vouch } = await ofDoor();
    const stuck = async function* () {
      yield new Uint8Array(10);
      await new Promise(() => undefined);
    };
    await expect(vouch.extract(stuck, schema, { timeoutMs: 200 })).rejects.toBeInstanceOf(TimedOutError);
    await expect(vouch.extract(stuck, schema, { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('and closes the document that it did not read to its end', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void mute.close());
    const { promise: closed, resolve: close } = Promise.withResolvers<string>();
    const endless = async function* () {
      try {
        for (;;) yield new Uint8Array(65_536);
      } finally {
        close('closed');
      }
    };
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as { readonly port: number };
    const vouch = new Vouch({ server: `http://127.0.0.1:${port}`, key });
    await expect(vouch.extract(endless, schema, { timeoutMs: 300 })).rejects.toBeInstanceOf(TimedOutError);
    expect(await closed).toBe('closed');
  });
});

describe('a client', () => {
  it.each<[string, Partial<VouchOptions>, RegExp]>([
    ['without a key', { key: undefined }, /^key is missing/],
    ['with a line end in its key', { key: 'pk_1\n' }, /^key must be visible ASCII/],
    ['with a key for the playground', { playground: true }, /^The playground takes no key/],
    ['of something that is no address', { server: 'localhost' }, /^server must be an address/],
    ['of another protocol', { server: 'ftp://localhost' }, /^server must be an address/],
    ['that would send its key without TLS', { server: 'http://vouch.example.com' }, /^The key would be sent without TLS/],
    ['of an address that only begins as this machine’s', { server: 'http://127.0.0.1.example.com' }, /^The key would be sent without TLS/],
  ])('%s is refused at once', (_, options, message) => {
    const make = () => new Vouch({ server: 'http://127.0.0.1', key, ...options });
    expect(make).toThrow(UsageError);
    expect(make).toThrow(message);
  });

  it('sends its key without TLS to its own machine, and where it is told that the network is its own', () => {
    for (const server of ['http://localhost:8080', 'http://[::1]:8080', 'http://127.0.0.2/vouch'])
      expect(new Vouch({ server, key })).toBeInstanceOf(Vouch);
    expect(new Vouch({ server: 'http://vouch:8080', key, plainHttp: true })).toBeInstanceOf(Vouch);
    expect(new Vouch({ server: 'http://vouch.example.com', playground: true })).toBeInstanceOf(Vouch);
  });

  it('in a browser is refused a key that everybody could read, unless its page says that it may', () => {
    const asPage = (options: Partial<VouchOptions>) => () => {
      vi.stubGlobal('window', {});
      vi.stubGlobal('document', {});
      vi.stubGlobal('process', { versions: {} });
      try {
        return new Vouch({ server: 'http://127.0.0.1', ...options });
      } finally {
        vi.unstubAllGlobals();
      }
    };
    expect(asPage({ key })).toThrow(/^A key in a browser can be read by everybody/);
    expect([asPage({ key, allowKeyInBrowser: true })(), asPage({ playground: true })()]).toEqual([expect.any(Vouch), expect.any(Vouch)]);
  });
});
