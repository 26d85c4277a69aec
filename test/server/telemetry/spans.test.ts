import { propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anthropicReply, openaiReply, raw } from '../../fakes/llm-server.js';
import { at, rawPdf } from '../../plugins/converters/raw-pdf.js';
import { post, watchedServer } from './watched-server.js';

/** The OpenTelemetry SDK as a host sets it up. */
const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
beforeAll(() => {
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
beforeEach(() => exporter.reset());
afterAll(async () => {
  trace.disable();
  propagation.disable();
  await provider.shutdown();
});

const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const file = rawPdf([{ content: at(50, 700, 'Total 120.00') }]);
const total = { path: '$.total', value: '120.00', quote: 'Total 120.00' };

/** The spans of a request once it is over, by their names. */
async function spansOf(name: string): Promise<ReadonlyMap<string, ReadableSpan>> {
  await expect.poll(() => exporter.getFinishedSpans().map((span) => span.name)).toContain(name);
  return new Map(exporter.getFinishedSpans().map((span) => [span.name, span]));
}

describe('a trace', () => {
  it('has the request, below it its stages, and below those the calls to models with what they cost, and nothing of a vendor’s own', async () => {
    const prices = { currency: 'USD', models: { 'anthropic:claude-test': { input: 3, output: 15 } } };
    const server = await watchedServer({}, { prices });
    server.provider.answer(openaiReply([{ ...total, value: null }]), anthropicReply([total]));
    await post(server.url, { file, schema });
    const spans = await spansOf('POST /v1/extract');
    const request = spans.get('POST /v1/extract');
    expect(request?.kind).toBe(SpanKind.SERVER);
    expect(request?.attributes).toEqual({ 'http.request.method': 'POST', 'http.route': '/v1/extract', 'http.response.status_code': 200 });
    const parentOf = (name: string) => spans.get(name)?.parentSpanContext?.spanId;
    for (const stage of ['convert', 'ocr', 'witnesses', 'read', 'weigh', 'ocr-2', 'read-2', 'weigh-2'])
      expect(parentOf(stage)).toBe(request?.spanContext().spanId);
    expect(parentOf('chat gpt-test')).toBe(spans.get('read')?.spanContext().spanId);
    expect(parentOf('chat claude-test')).toBe(spans.get('read-2')?.spanContext().spanId);
    expect(exporter.getFinishedSpans().length).toBe(1 + 8 + 2);
    expect(spans.get('convert')?.attributes).toEqual({ 'vouch.pages': 1 });
    expect(spans.get('chat claude-test')).toMatchObject({
      kind: SpanKind.CLIENT,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'anthropic',
        'gen_ai.request.model': 'claude-test',
        'gen_ai.usage.input_tokens': 1000,
        'gen_ai.usage.output_tokens': 200,
        'gen_ai.usage.cache_read.input_tokens': 0,
        'gen_ai.usage.cache_creation.input_tokens': 0,
        'vouch.cost': 0.006,
      },
    });
  });

  it('says no cost of a model without a price', async () => {
    const server = await watchedServer();
    server.provider.answer(openaiReply([total]));
    await post(server.url, { file, schema });
    expect((await spansOf('POST /v1/extract')).get('chat gpt-test')?.attributes).not.toHaveProperty('vouch.cost');
  });

  it('says of a failure which kind it was, and nothing that it said', async () => {
    const server = await watchedServer();
    server.provider.answer(raw('{"error":{"message":"something secret"}}', 'application/json', 400));
    await post(server.url, { file, schema });
    const spans = await spansOf('POST /v1/extract');
    for (const name of ['chat gpt-test', 'read', 'POST /v1/extract']) {
      expect(spans.get(name)).toMatchObject({
        status: { code: SpanStatusCode.ERROR },
        attributes: { 'error.type': 'LLM_ERROR' },
        events: [],
      });
      expect(spans.get(name)?.status.message).toBeUndefined();
    }
  });

  it('goes on with the caller’s, where there is one', async () => {
    const server = await watchedServer();
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await post(server.url, { schema, headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
    const request = (await spansOf('POST /v1/extract')).get('POST /v1/extract');
    expect([request?.spanContext().traceId, request?.parentSpanContext?.spanId]).toEqual([traceId, 'b7ad6b7169203331']);
  });
});
