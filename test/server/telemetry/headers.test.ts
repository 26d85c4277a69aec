import { describe, expect, it } from 'vitest';
import { anthropicReply, openaiReply } from '../../fakes/llm-server.js';
import { at, rawPdf } from '../../plugins/converters/raw-pdf.js';
import { call, extract, key, openDoor } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';
import { post, watchedServer } from './watched-server.js';

describe('X-Request-Id', () => {
  const idFor = async (given: string) =>
    (await call(await openDoor(), { url: '/', headers: { 'x-request-id': given } })).headers['x-request-id'];

  it.each(['0199b4a2-77aa-7bb0-8000-000000000001', 'Root=1-67891233-abcdef', 'a'.repeat(128)].map((id) => [id.replace('=', ':')]))(
    'is the caller’s own: %s',
    async (id) => {
      expect(await idFor(id)).toBe(id);
    },
  );

  it.each([['two words'], ['a'.repeat(129)], ['{"a":1}'], [''], [key]])(
    'is a new one where the caller’s is not fit for a log: %s',
    async (id) => {
      expect(await idFor(id)).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('X-Error-Code', () => {
  it('repeats the code of a failed extraction, and is not there otherwise', async () => {
    const failed = fakeEngine({ object: null, error: { code: 'PARSING_ERROR', message: 'x' } });
    expect((await extract(await openDoor({ engine: failed }), goodForm())).headers['x-error-code']).toBe('PARSING_ERROR');
    expect((await extract(await openDoor({ engine: fakeEngine(outcome()) }), goodForm())).headers).not.toHaveProperty('x-error-code');
  });
});

describe('Server-Timing', () => {
  it('has the time of each stage, those of the second round apart', async () => {
    const server = await watchedServer();
    server.provider.answer(openaiReply([{ path: '$.total', value: null }]), anthropicReply([{ path: '$.total', value: '120.00' }]));
    const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
    const began = performance.now();
    const { headers } = await post(server.url, { file: rawPdf([{ content: at(50, 700, 'Total 120.00') }]), schema });
    const took = performance.now() - began;
    const times = String(headers['server-timing'])
      .split(', ')
      .map((entry) => entry.split(';dur='));
    expect(times.map(([name]) => name)).toEqual(['convert', 'ocr', 'witnesses', 'read', 'weigh', 'ocr-2', 'read-2', 'weigh-2', 'total']);
    for (const [, ms] of times) expect(Number(ms)).toBeGreaterThanOrEqual(0);
    const total = Number(times.at(-1)?.[1]);
    expect(total).toBeLessThanOrEqual(took);
    expect(Number(times[0]?.[1])).toBeGreaterThan(0);
    // Witnesses are read while the tier reads.
    const oneAfterTheOther = times.filter(([name]) => name !== 'witnesses' && name !== 'total');
    expect(oneAfterTheOther.reduce((sum, [, ms]) => sum + Number(ms), 0)).toBeLessThanOrEqual(total + 1);
  });

  it('says how many pages and rows a reading has, where it has rows', async () => {
    const server = await watchedServer();
    const rows = [0, 1].map((row) => ({ path: `$.lines[${row}].amount`, value: `${row + 1}2.00` }));
    server.provider.answer(openaiReply(rows));
    const schema = {
      type: 'object',
      properties: { lines: { type: 'array', items: { type: 'object', properties: { amount: { type: 'number' } } } } },
    };
    const { headers } = await post(server.url, {
      file: rawPdf([{ content: at(50, 700, 'Rope 12.00') + at(50, 680, 'Hook 22.00') }]),
      schema,
    });
    expect(headers['server-timing']).toMatch(/(^|, )read;dur=[\d.]+;desc="1 of 1 pages, 2 rows"(, |$)/);
  });

  it('is there for a request that is refused, too', async () => {
    const { headers } = await extract(await openDoor(), goodForm(), { authorization: '' });
    expect(headers['server-timing']).toMatch(/^total;dur=[\d.]+$/);
  });
});
