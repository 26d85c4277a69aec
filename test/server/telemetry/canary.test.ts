import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it, onTestFinished } from 'vitest';
import { anthropicReply, openaiReply, raw } from '../../fakes/llm-server.js';
import { at, rawPdf } from '../../plugins/converters/raw-pdf.js';
import { tinyServer } from '../support/tiny-parts.js';
import { post, providerKey, watchedServer } from './watched-server.js';

const file = rawPdf([{ content: at(50, 700, 'canary-seller Total 120.00 canary-note') }]);
const schema = {
  type: 'object',
  description: 'canary of the whole',
  properties: { canary_field: { type: 'string', description: 'canary of a description' }, total: { type: 'number' } },
  required: ['canary_field', 'total'],
};
const cells = [
  { path: '$.canary_field', value: 'canary-seller', quote: 'canary-seller' },
  { path: '$.total', value: '120.00', quote: 'Total 120.00 canary-note' },
];

/** The library that reads forms logs the headers at `debug`: found by this test. */
it('no word of a document, a schema, a file name or a key reaches a log at trace level, a metric, a span or a header', async () => {
  const exporter = new InMemorySpanExporter();
  const sdk = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(sdk);
  onTestFinished(async () => {
    trace.disable();
    await sdk.shutdown();
  });
  const server = await watchedServer();
  const posted = { file, filename: 'canary-name.pdf', schema };
  const headers: string[] = [];
  const send = async (more: Partial<Parameters<typeof post>[1]> = {}) => {
    const answer = await post(server.url, { ...posted, ...more });
    headers.push(JSON.stringify(answer.headers));
    return answer;
  };

  server.provider.answer(openaiReply(cells));
  expect((await send()).body.object.canary_field).toBe('canary-seller');
  server.provider.answer(openaiReply('canary: no JSON'), openaiReply('canary'), anthropicReply('canary'));
  expect((await send()).body.error.code).toBe('PARSING_ERROR');
  server.provider.answer(raw('{"error":{"message":"canary-error","code":"canary"}}', 'application/json', 400));
  expect((await send()).body.error.code).toBe('LLM_ERROR');
  expect((await send({ file: Buffer.from('%PDF-1.7 canary') })).body.error.code).toBe('EXTRACTION_FAILED');
  expect((await send({ file: Buffer.from('canary') })).status).toBe(400);
  expect((await send({ schema: { type: 'array', canary: true } })).status).toBe(400);
  expect(
    (await send({ headers: { authorization: `Bearer ${'pk_canary_canary_canary'}`, 'x-request-id': 'pk_canary_canary_canary' } })).status,
  ).toBe(401);

  await expect.poll(() => exporter.getFinishedSpans().filter(({ name }) => name === 'POST /v1/extract').length).toBe(7);
  const spans = exporter
    .getFinishedSpans()
    .map(({ name, attributes, status, events, links }) => ({ name, attributes, status, events, links }));
  const log = server.log().replace(/^.*Server listening.*$/m, '');
  const outputs = { log, metrics: await server.metrics(), spans: JSON.stringify(spans), headers: headers.join('') };
  for (const [where, text] of Object.entries(outputs)) {
    expect([where, text.length > 500]).toEqual([where, true]);
    expect([where, ...(text.match(/.{0,60}(?:canary|Total 120|pk_|127\.0\.0\.1).{0,60}/gi) ?? [])]).toEqual([where]);
    for (const secret of [tinyServer.keys[0], providerKey]) expect(text).not.toContain(secret);
  }
});
