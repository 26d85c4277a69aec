import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Outcome, parseSchema } from '../../../../core/index.js';
import pdfConverter from '../../../../plugins/converters/pdf.js';
import required from '../../../../plugins/gates/required.js';
import meta from '../../../../plugins/injectors/meta.js';
import { RateGate, RateLimited } from '../../../../plugins/models/llm/rate-gate.js';
import openai from '../../../../plugins/models/openai.js';
import { json, type LlmServer, openaiReply, startLlmServer } from '../../../fakes/llm-server.js';
import { readsPages } from '../../../fakes/reads-pages.js';
import { streamed } from '../../../fakes/streamed.js';
import { longInvoice, longSchema } from '../../../measure/lengths/long-invoice.js';

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
    const first = gate.call((accepted) => {
      accepted();
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

/** Through a whole engine that may make no call again: whatever is read was not lost by a refusal. */
const invoice = longInvoice(36, 6);
const schema = parseSchema(longSchema);

let server: LlmServer;
let engine: Engine;
let refused: number;
let taken: number;
function open(deadlineMs = 60_000): void {
  const options = { model: 'gpt-test', base_url: `${server.url}/v1`, api_key: 'sk', window_tokens: 250, windows_at_once: 8 };
  engine = createEngine({
    converters: [{ plugin: pdfConverter }],
    tiers: [{ plugin: openai, options }],
    gate: { plugin: required },
    injector: { plugin: meta },
    deadlineMs,
    outages: { retryShare: 0, retriesAMinute: 0 },
  });
}
const read = (): Promise<Outcome> => engine.extract({ file: { name: 'long.pdf', bytes: invoice.file }, schema });
const rowsOf = ({ object }: Outcome): readonly string[] =>
  ((object?.['line_items'] ?? []) as readonly object[]).map((row) => JSON.stringify(row));

const perfect = readsPages(invoice.truth, (text) => streamed(openaiReply(text)));

const waitMs = 150;

/** Takes so many requests, then refuses all for a while, and so on. */
function takes(requests: number): void {
  let [left, shutUntil] = [requests, 0];
  server.answer((request, response) => {
    if (left === 0 && shutUntil > 0 && performance.now() >= shutUntil) [left, shutUntil] = [requests, 0];
    if (left > 0) {
      [left, taken] = [left - 1, taken + 1];
      return perfect(request, response);
    }
    shutUntil ||= performance.now() + waitMs;
    refused += 1;
    const headers = { 'retry-after-ms': String(Math.ceil(shutUntil - performance.now())) };
    return json({ error: { message: 'CANARY', code: 'rate_limit_exceeded' } }, 429, headers)(request, response);
  });
}

describe('a provider that takes three requests and then none for a while', () => {
  beforeEach(async () => {
    server = await startLlmServer();
    [refused, taken] = [0, 0];
  });
  afterEach(async () => {
    await engine.close();
    await server.close();
    expect(server.violations).toEqual([]);
  });

  it('slows a long table down and loses nothing of it, and it is charged once', async () => {
    open();
    takes(3);
    const outcome = await read();
    expect(rowsOf(outcome)).toEqual(invoice.rows);
    expect(outcome).toMatchObject({ complete: true, metadata: { credits: 6 } });
    expect(refused).toBeGreaterThan(0);
    expect(outcome.usage).toMatchObject({ inputTokens: taken * 1000, outputTokens: taken * 200 });
  });

  it('slows several documents down together: each wait costs no more refusals than there are calls at a time', async () => {
    open();
    takes(3);
    for (const outcome of await Promise.all([read(), read()])) {
      expect(rowsOf(outcome)).toEqual(invoice.rows);
      expect(outcome.metadata.credits).toBe(6);
    }
    expect(refused).toBeLessThanOrEqual(Math.ceil(taken / 3) * (8 + 2));
  });

  it('is not waited for beyond the deadline, and the failure says what limits', async () => {
    open(20_000);
    server.answer(json({ error: { message: 'CANARY', code: 'rate_limit_exceeded' } }, 429, { 'retry-after': '3600' }));
    const outcome = await read();
    expect(outcome).toMatchObject({ object: null, metadata: { credits: 0 }, error: { code: 'LLM_ERROR' } });
    expect(outcome.error?.message).toMatch(/^openai(:gpt-test)?: rate limit \(429\)/);
    expect(server.requests.length).toBeLessThanOrEqual(9);
  });
});
