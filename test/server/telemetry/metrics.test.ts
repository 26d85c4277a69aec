import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEngine, definePlugin } from '../../../core/index.js';
import { openMetrics, openStore } from '../../../server/index.js';
import { withFallback } from '../../../server/state/fallback.js';
import { anthropicReply, type Handler, openaiReply, raw } from '../../fakes/llm-server.js';
import { at, rawPdf } from '../../plugins/converters/raw-pdf.js';
import { brokenStore } from '../support/broken-store.js';
import { call, extract, key, openDoor, origin, play } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';
import { tinyParts } from '../support/tiny-parts.js';
import { metricsToken, post, watchedServer } from './watched-server.js';

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const file = rawPdf([{ content: at(50, 700, 'Total 120.00') }]);
const total = { path: '$.total', value: '120.00', quote: 'Total 120.00' };

/** The samples of one metric as they are shown, without the process's own. */
const samples = (text: string, name: string): readonly string[] => text.split('\n').filter((line) => line.startsWith(name));

/** A door that counts into a registry of its own. */
async function countingDoor(options: Partial<Parameters<typeof openDoor>[0]> = {}) {
  const metrics = openMetrics({ registry: new Registry() });
  const app = await openDoor({ metrics, metricsToken, ...options });
  return { app, metrics, shown: () => metrics.registry.metrics() };
}

describe('GET /metrics', () => {
  it('is not there unless a token is set', async () => {
    expect((await call(await openDoor(), { url: '/metrics' })).status).toBe(404);
  });

  it('is for who has the token', async () => {
    const { app } = await countingDoor();
    const get = (authorization?: string) => call(app, { url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    expect([(await get()).status, (await get(`Bearer ${key}`)).status]).toEqual([401, 401]);
    const shown = await get(`Bearer ${metricsToken}`);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain; version=/)]);
    expect((await call(app, { method: 'POST', url: '/metrics' })).status).toBe(405);
  });

  it('refuses a token that could be guessed', async () => {
    await expect(countingDoor({ metricsToken: 'short' })).rejects.toThrow('needs at least 16 characters');
  });

  it('shows the process as well, where it is the process’s own server', async () => {
    const server = await watchedServer();
    expect(await server.metrics()).toContain('process_resident_memory_bytes');
  });
});

describe('what is counted', () => {
  it('stages, requests to providers by tier, the fallback, and how requests ended', async () => {
    const server = await watchedServer();
    server.provider.answer(raw('no', 'text/plain', 500), openaiReply([{ ...total, value: null }]), anthropicReply([total]));
    expect((await post(server.url, { file, schema })).status).toBe(200);
    expect((await post(server.url, { schema })).status).toBe(400);
    await expect
      .poll(async () => samples(await server.metrics(), 'extract_requests_total'))
      .toEqual([
        'extract_requests_total{route="/v1/extract",outcome="ok"} 1',
        'extract_requests_total{route="/v1/extract",outcome="400"} 1',
      ]);
    const text = await server.metrics();
    expect(samples(text, 'llm_attempts_total')).toEqual([
      'llm_attempts_total{provider="openai",tier="1",result="LLM_ERROR"} 1',
      'llm_attempts_total{provider="openai",tier="1",result="ok"} 1',
      'llm_attempts_total{provider="anthropic",tier="2",result="ok"} 1',
    ]);
    expect(samples(text, 'llm_tokens_total')).toEqual([
      'llm_tokens_total{provider="openai",tier="1",part="input"} 1000',
      'llm_tokens_total{provider="openai",tier="1",part="cached_input"} 0',
      'llm_tokens_total{provider="openai",tier="1",part="cache_write"} 0',
      'llm_tokens_total{provider="openai",tier="1",part="output"} 200',
      'llm_tokens_total{provider="anthropic",tier="2",part="input"} 1000',
      'llm_tokens_total{provider="anthropic",tier="2",part="cached_input"} 0',
      'llm_tokens_total{provider="anthropic",tier="2",part="cache_write"} 0',
      'llm_tokens_total{provider="anthropic",tier="2",part="output"} 200',
    ]);
    expect(samples(text, 'llm_cost_total')).toEqual([]);
    expect(samples(text, 'fallback_total')).toEqual(['fallback_total 1']);
    const stages = samples(text, 'extract_duration_seconds_count').map((line) => /stage="([^"]+)"/.exec(line)?.[1]);
    expect([...stages].sort()).toEqual(['convert', 'ocr', 'ocr-2', 'read', 'read-2', 'request', 'weigh', 'weigh-2', 'witnesses']);
  });

  it('tokens in parts that do not overlap, their cost where they have a price, and calls of which nobody knows', async () => {
    const server = await watchedServer(
      {},
      { prices: { currency: 'USD', models: { 'openai:gpt-test': { input: 1, output: 10, cachedInput: 0.1 } } } },
    );
    const usage = { input_tokens: 1000, input_tokens_details: { cached_tokens: 600, cache_write_tokens: 300 }, output_tokens: 50 };
    const cut: Handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"output"', () => response.destroy());
    };
    server.provider.answer(
      cut,
      openaiReply([total], { usage: { ...usage, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 1050 } }),
    );
    expect((await post(server.url, { file, schema })).status).toBe(200);
    expect(server.log()).toContain('"model":"anthropic:claude-test","msg":"the model has no price, so what it costs is unknown"');
    expect(server.log()).not.toContain('"model":"openai:gpt-test","msg":"the model has no price');
    const text = await server.metrics();
    expect(samples(text, 'llm_tokens_total').map((line) => line.split('part=')[1])).toEqual([
      '"input"} 100',
      '"cached_input"} 600',
      '"cache_write"} 300',
      '"output"} 50',
    ]);
    expect(samples(text, 'llm_cost_total')).toEqual(['llm_cost_total{provider="openai",tier="1"} 0.00096']);
    expect(samples(text, 'llm_unmeasured_total')).toEqual(['llm_unmeasured_total{provider="openai",tier="1"} 1']);
    const line = server
      .log()
      .split('\n')
      .find((one) => one.includes('"msg":"extraction"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      caller: expect.stringMatching(/^listed-[0-9a-f]{12}$/),
      models: ['openai:gpt-test'],
      calls: 2,
      unmeasured_calls: 1,
      tokens: 1050,
      input_tokens: 1000,
      cached_input_tokens: 600,
      cache_write_tokens: 300,
      output_tokens: 50,
      cost: null,
      currency: 'USD',
    });
  });

  it('a failed extraction by its code, and what is in flight while it is', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const engine = fakeEngine(async () => {
      await promise;
      return outcome({ object: null, error: { code: 'LLM_ERROR', message: 'the provider failed' } });
    });
    const { app, shown } = await countingDoor({ engine });
    const answer = extract(app, goodForm());
    await expect.poll(async () => samples(await shown(), 'extract_inflight ')).toEqual(['extract_inflight 1']);
    expect(samples(await shown(), 'extract_inflight_bytes')[0]).toMatch(/ [1-9]\d*$/);
    resolve();
    expect((await answer).headers['x-error-code']).toBe('LLM_ERROR');
    await expect
      .poll(async () => samples(await shown(), 'extract_'))
      .toEqual(
        expect.arrayContaining([
          'extract_requests_total{route="/v1/extract",outcome="LLM_ERROR"} 1',
          'extract_inflight 0',
          'extract_inflight_bytes 0',
        ]),
      );
  });

  it('requests that were turned away, by reason', async () => {
    const { app, shown } = await countingDoor({ rateLimit: 1 });
    await extract(app, goodForm());
    expect((await extract(app, goodForm())).status).toBe(429);
    expect(samples(await shown(), 'shed_total')).toEqual(['shed_total{reason="rate"} 1']);
  });

  it('credits that were held, and what became of them; more than was held is never charged', async () => {
    const engine = fakeEngine({}, { maxCredits: 3 });
    const { app, shown } = await countingDoor({ engine, store: openStore('memory:') });
    expect((await play(app, goodForm(), { origin })).status).toBe(200);
    // One to open the document, and the three that it may cost.
    const text = await shown();
    expect(
      ['credits_reserved_total', 'credits_settled_total', 'credits_released_total', 'quota_overspend_total'].flatMap((name) =>
        samples(text, name),
      ),
    ).toEqual(['credits_reserved_total 4', 'credits_settled_total 1', 'credits_released_total 3', 'quota_overspend_total 0']);
  });

  it('what was decided without the store', async () => {
    const store = withFallback(brokenStore(), openStore('memory:'));
    onTestFinished(() => store.close());
    const { app, shown } = await countingDoor({ store, rateLimit: 1 });
    expect([(await extract(app, goodForm())).status, (await extract(app, goodForm())).status]).toEqual([200, 429]);
    expect(samples(await shown(), 'store_fallback_total')).toEqual(['store_fallback_total{store="rates"} 2']);
  });

  it('parser processes that were lost, as the engine reports them', async () => {
    const metrics = openMetrics({ registry: new Registry() });
    const parts = tinyParts();
    const losing = definePlugin({
      kind: 'rule',
      name: 'losing',
      create(_options, { report }) {
        report({ kind: 'child lost', reason: 'memory' });
        return { type: 'LOSING', check: async () => [] };
      },
    });
    await createEngine({ ...parts, rules: [{ plugin: losing }], report: metrics.tell }).close();
    expect(samples(await metrics.registry.metrics(), 'parser_child_kills')).toEqual(['parser_child_kills_total{reason="memory"} 1']);
  });
});
