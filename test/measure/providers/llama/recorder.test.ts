import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LlmServer, startLlmServer } from '../../../fakes/llm-server.js';
import { llamaServer } from '../../../fakes/wire/llama-server.js';
import { callsIn } from '../rows/row.js';
import { openRecorder, type Recorder } from './recorder.js';

let server: LlmServer;
let recorder: Recorder;
beforeEach(async () => {
  server = await startLlmServer({ check: () => [] });
  recorder = await openRecorder(Number(new URL(server.url).port));
});
afterEach(async () => {
  recorder.close();
  await server.close();
});

const chat = (more: object, signal?: AbortSignal): Promise<Response> =>
  fetch(`http://127.0.0.1:${recorder.port}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Total 12.00' }], max_tokens: 50, ...more }),
    ...(signal && { signal }),
  });

/** A call that was given up is known of a moment later. */
const calls = () => expect.poll(() => recorder.taken().map((call) => callsIn([call])));

describe('a recorder before a server', () => {
  it('passes an answer on as it is, and keeps why it ended and what it took', async () => {
    server.answer(llamaServer('{"fields":[],"tables":[]}'));
    const response = await chat({ response_format: { type: 'json_object' } });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: '{"fields":[],"tables":[]}' } }] });
    await calls().toEqual(['json_object 200 stop (11 + 7 tokens)']);
  });

  it('reads the events of a stream', async () => {
    server.answer(llamaServer('x'.repeat(400)));
    expect(await (await chat({ stream: true, stream_options: { include_usage: true } })).text()).toContain('[DONE]');
    await calls().toEqual(['text 200 length (11 + 50 tokens)']);
  });

  it('keeps the server’s own word for an error', async () => {
    server.answer(llamaServer('', { grammar: false }));
    await (await chat({ response_format: { type: 'json_schema' } })).text();
    await calls().toEqual(['json_schema 400 invalid_request_error']);
  });

  it('keeps what came until one side left', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":null}]}\n\n');
    });
    const leaving = new AbortController();
    recorder.onWord(() => leaving.abort());
    await chat({ stream: true }, leaving.signal)
      .then((response) => response.text())
      .catch(() => undefined);
    await calls().toEqual(['text 200 not ended']);
  });

  it('says so where there is no server', async () => {
    await server.close();
    await chat({}).catch(() => undefined);
    await calls().toEqual(['text - no answer']);
    server = await startLlmServer();
  });
});
