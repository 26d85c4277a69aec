import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RateGate } from '../../../../../plugins/models/llm/learned/rate-gate.js';
import { RateLimited } from '../../../../../plugins/models/llm/request/rate-limited.js';

const limited = (waitMs: number): RateLimited => new RateLimited('a: rate limit (429)', waitMs, undefined);
const terms = (remaining = 20_000, signal = new AbortController().signal) => ({ signal, remainingMs: () => remaining });

/** Refuses as many calls as it is told to, and counts all. */
function provider(refusals: number, waitMs = 30) {
  const state = { calls: 0, open: 0, mostOpen: 0 };
  const call = async (): Promise<string> => {
    state.calls += 1;
    if (state.calls <= refusals) throw limited(waitMs);
    state.open += 1;
    state.mostOpen = Math.max(state.mostOpen, state.open);
    await sleep(5);
    state.open -= 1;
    return 'read';
  };
  return { state, call };
}

describe('a provider that limits requests', () => {
  it('is asked again after the wait that it asks for, as often as the time allows', async () => {
    const { state, call } = provider(4);
    expect(await new RateGate().call(call, terms())).toBe('read');
    expect(state.calls).toBe(5);
  });

  it('is tried by one call while the others wait for it, and these follow together', async () => {
    const gate = new RateGate();
    const { state, call } = provider(3);
    await expect(gate.call(() => Promise.reject(limited(30)), { signal: terms().signal })).rejects.toThrow('429');
    expect(await Promise.all(Array.from({ length: 8 }, () => gate.call(call, terms())))).toEqual(Array(8).fill('read'));
    expect(state.calls).toBe(3 + 8);
    expect(state.mostOpen).toBe(7);
  });

  it('is open for all as soon as an answer begins', async () => {
    const gate = new RateGate();
    await expect(gate.call(() => Promise.reject(limited(1)), { signal: terms().signal })).rejects.toThrow('429');
    const long = Promise.withResolvers<string>();
    const first = gate.call((taken) => {
      taken();
      return long.promise;
    }, terms());
    expect(await gate.call(async () => 'second', terms())).toBe('second');
    long.resolve('first');
    expect(await first).toBe('first');
  });

  it('is tried by the next call when the one that tried fails otherwise', async () => {
    const gate = new RateGate();
    await expect(gate.call(() => Promise.reject(limited(1)), { signal: terms().signal })).rejects.toThrow('429');
    await expect(gate.call(() => Promise.reject(new Error('reset')), terms())).rejects.toThrow('reset');
    expect(await gate.call(async () => 'read', terms())).toBe('read');
  });

  it('is not waited for beyond the deadline: the failure says how long it is still to wait, and nothing is sent', async () => {
    const gate = new RateGate();
    const { state, call } = provider(1, 60_000);
    await expect(gate.call(call, terms(5_000))).rejects.toMatchObject({
      retryable: true,
      retryAfterMs: expect.any(Number),
      worked: false,
    });
    await expect(gate.call(call, terms(5_000))).rejects.toMatchObject({ message: 'a: rate limit (429)', retryAfterMs: expect.any(Number) });
    expect(state.calls).toBe(1);
  });

  it('is waited for no longer than three quarters of the time that a call has: the rest is for the answer, or for another tier', async () => {
    const { state, call } = provider(Number.POSITIVE_INFINITY);
    const remainingMs = (): number => 100_000 - 30_000 * state.calls;
    await expect(new RateGate().call(call, { ...terms(), remainingMs })).rejects.toMatchObject({ retryable: false, worked: false });
    expect(state.calls).toBe(3);
  });

  it('is not waited for by who has gone', async () => {
    const gone = new AbortController();
    const { call } = provider(1, 10_000);
    const waiting = new RateGate().call(call, terms(60_000, gone.signal));
    setTimeout(() => gone.abort(new Error('gone')), 20);
    await expect(waiting).rejects.toThrow('gone');
  });

  it('makes nobody wait who does not say how much time there is', async () => {
    const { state, call } = provider(1, 10_000);
    const gate = new RateGate();
    const { signal } = terms();
    await expect(gate.call(call, { signal })).rejects.toBeInstanceOf(RateLimited);
    expect(await gate.call(call, { signal })).toBe('read');
    expect(state.calls).toBe(2);
  });
});
