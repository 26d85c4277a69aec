import { describe, expect, it } from 'vitest';
import { hostLookup, LookupError } from '../../../plugins/rules/records/index.js';

const signal = new AbortController().signal;

describe('a lookup', () => {
  it('keeps an answer, and that there is none', async () => {
    const asked: string[] = [];
    const look = hostLookup(
      async (key: string) => {
        asked.push(key);
        return key === 'a' ? { key } : undefined;
      },
      { name: 'The list' },
    );
    expect([await look('a', signal), await look('a', signal), await look('b', signal), await look('b', signal)]).toEqual([
      { known: true, value: { key: 'a' } },
      { known: true, value: { key: 'a' } },
      { known: true, value: undefined },
      { known: true, value: undefined },
    ]);
    expect(asked).toEqual(['a', 'b']);
  });

  it('is one for all who ask the same at a time', async () => {
    let asked = 0;
    const look = hostLookup(async () => ({ number: ++asked }), { name: 'The list' });
    expect(await Promise.all([look('a', signal), look('a', signal), look('a', signal)])).toEqual(
      Array.from({ length: 3 }, () => ({ known: true, value: { number: 1 } })),
    );
  });

  it('is unknown where nobody answers in time', async () => {
    const look = hostLookup(() => new Promise<never>(() => {}), { name: 'The list', timeoutMs: 20 });
    expect(await look('a', signal)).toEqual({ known: false, why: 'The list did not answer within 20 ms' });
  });

  it('is unknown where the caller has no time to wait', async () => {
    const look = hostLookup(() => new Promise<never>(() => {}), { name: 'The list', timeoutMs: 60 });
    expect(await look('a', AbortSignal.timeout(5))).toEqual({ known: false, why: 'The list did not answer in time' });
  });

  it('is unknown where it fails, and repeats only what the source says of itself', async () => {
    const look = hostLookup(
      (key: string) => Promise.reject(key === 'own' ? new LookupError('it answered 503') : new RangeError('canary')),
      { name: 'The list' },
    );
    expect([await look('own', signal), await look('other', signal)]).toEqual([
      { known: false, why: 'The list failed: it answered 503' },
      { known: false, why: 'The list failed (RangeError)' },
    ]);
  });

  it('leaves a source alone that keeps failing', async () => {
    let asked = 0;
    const told: string[] = [];
    const look = hostLookup(() => Promise.reject(new LookupError(`failure ${++asked}`)), {
      name: 'The list',
      tell: (event) => told.push(event),
    });
    for (const key of ['a', 'b', 'c']) await look(key, signal);
    expect(await look('d', signal)).toMatchObject({
      known: false,
      why: expect.stringMatching(/^The list keeps failing and is not asked for the next 5 s/),
    });
    expect([asked, told]).toEqual([3, ['paused', 'refused']]);
  });
});
