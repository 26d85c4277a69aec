import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Outcome, parseSchema } from '../../../../../core/index.js';
import pdfConverter from '../../../../../plugins/converters/pdf.js';
import required from '../../../../../plugins/gates/required.js';
import meta from '../../../../../plugins/injectors/meta.js';
import openai from '../../../../../plugins/models/openai.js';
import { json, type LlmServer, openaiReply, startLlmServer } from '../../../../fakes/llm-server.js';
import { readsPages } from '../../../../fakes/reads-pages.js';
import { streamed } from '../../../../fakes/streamed.js';
import { longInvoice, longSchema } from '../../../../measure/lengths/long-invoice.js';

/** Through a whole engine that may make no call again: whatever is read was not lost by a refusal. */
const invoice = longInvoice(36, 6);
const schema = parseSchema(longSchema);

let server: LlmServer;
let engine: Engine;
let refused: number;
let taken: number;
beforeEach(async () => {
  server = await startLlmServer();
  [refused, taken] = [0, 0];
});
afterEach(async () => {
  await engine.close();
  await server.close();
  expect(server.violations).toEqual([]);
});

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
});

it('a wait that exceeds the deadline is not waited for, and the failure says what limits', async () => {
  open(20_000);
  server.answer(json({ error: { message: 'CANARY', code: 'rate_limit_exceeded' } }, 429, { 'retry-after': '3600' }));
  const outcome = await read();
  expect(outcome).toMatchObject({ object: null, metadata: { credits: 0 }, error: { code: 'LLM_ERROR' } });
  expect(outcome.error?.message).toMatch(/^openai(:gpt-test)?: rate limit \(429\)/);
  expect(server.requests.length).toBeLessThanOrEqual(9);
});
