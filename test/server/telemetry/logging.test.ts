import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createKey, openStore } from '../../../server/index.js';
import { call, extract, key, openDoor, play } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { filePart, form, goodForm, schemaPart } from '../support/form.js';

/** Catches what is written on the standard output while a door is open that logs. */
function catchLog(): { readonly lines: () => readonly Record<string, unknown>[]; readonly text: () => string; readonly stream: Writable } {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const text = () => written.join('');
  return {
    stream,
    text,
    lines: () =>
      text()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}

describe('the log', () => {
  it('has a line for the extraction and one for the request, joined by the id of the answer', async () => {
    const log = catchLog();
    const answer = await extract(await openDoor({ log: log.stream }), goodForm());
    const [extraction, request] = log.lines();
    expect(extraction).toMatchObject({
      msg: 'extraction',
      caller: expect.stringMatching(/^listed-[0-9a-f]{12}$/),
      credits: 1,
      fallback: false,
      bytes: 24,
    });
    expect(request).toMatchObject({ msg: 'request', method: 'POST', route: '/v1/extract', status: 200 });
    expect([extraction?.['reqId'], request?.['reqId']]).toEqual([answer.headers['x-request-id'], answer.headers['x-request-id']]);
  });

  it('names a key of the store by its id', async () => {
    const store = openStore('memory:');
    const made = await createKey(store.keys, { label: 'x' });
    const log = catchLog();
    await extract(await openDoor({ log: log.stream, store }), goodForm(), { authorization: `Bearer ${made.key}` });
    expect(log.lines()[0]).toMatchObject({ caller: made.record.id });
  });

  it('says what is ours to mend, with its cause', async () => {
    const log = catchLog();
    const engine = fakeEngine(async () => Promise.reject(new Error('a mistake of ours')));
    await extract(await openDoor({ log: log.stream, engine }), goodForm());
    expect(log.lines()[0]).toMatchObject({ level: 50, msg: 'Internal server error', err: { message: 'a mistake of ours' } });
  });

  it('never holds a key, an address, a query, a file name, a schema or a value', async () => {
    const log = catchLog();
    const engine = fakeEngine(async () => outcome({ object: null, error: { code: 'LLM_ERROR', message: 'canary-message' } }));
    const app = await openDoor({ log: log.stream, engine });
    const parts = form(
      filePart('%PDF- canary-content', 'canary-name.pdf'),
      schemaPart('{"type":"object","properties":{"canary_field":{"type":"string","description":"canary"}}}'),
    );
    await extract(app, parts, { 'x-canary': 'canary-header' });
    await play(app, parts);
    const { payload, headers } = goodForm();
    await call(app, {
      method: 'POST',
      url: '/v1/extract?canary=query',
      payload,
      headers: { ...headers, authorization: 'Bearer pk_canary_canary_canary' },
    });
    await call(app, { url: '/canary/%zz' });
    await call(app, { url: '/canary?key=pk_canary' });
    expect(log.lines().length).toBeGreaterThan(5);
    expect(log.text()).not.toMatch(/canary|127\.0\.0\.1/);
    expect(log.text()).not.toContain(key);
  });
});
