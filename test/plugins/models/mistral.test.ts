import { describe, expect, it } from 'vitest';
import { type Handler, openaiChatReply } from '../../fakes/llm-server.js';
import { mistralProvider } from './llm/provider-settings.js';
import { serverOfEachTest } from './llm/server-of-each-test.js';
import { task } from './llm/setting.js';

const server = serverOfEachTest({ check: mistralProvider.check });

const read = (options: object = {}) => mistralProvider.make(server.url, { pdf: 'text', ...options }).read(task());
const answer = '{"fields":[["total","12.00","1","Total"]],"tables":[]}';
const parts = [
  { type: 'thinking', thinking: [{ type: 'text', text: 'CANARY' }] },
  { type: 'text', text: answer },
];

describe('Mistral', () => {
  it('answers in parts where the model thinks', async () => {
    server.answer(openaiChatReply('', { message: { role: 'assistant', content: parts } }));
    expect((await read()).cells).toMatchObject([{ path: '$.total', value: '12.00' }]);
  });

  it('streams in parts where the model thinks, and its thoughts are no silence', async () => {
    server.answer(streamedParts(400));
    expect((await read({ silence_ms: 300, timeout_ms: 300 })).cells).toMatchObject([{ path: '$.total', value: '12.00' }]);
  });

  it('that comes to the end of its context was cut off', async () => {
    server.answer(
      openaiChatReply('{"fields":[', { finish_reason: 'model_length' }),
      openaiChatReply([{ path: '$.total', value: '12.00' }]),
    );
    expect((await read()).cells).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it('is shown a PDF by its own part where the host says so', async () => {
    server.answer(openaiChatReply([{ path: '$.total', value: '12.00' }]));
    await read({ pdf: 'native' });
    const document_url = `data:application/pdf;base64,${Buffer.from(task().document.file.bytes).toString('base64')}`;
    expect(server.requests[0]?.body).toMatchObject({
      messages: [{}, { content: [{ type: 'document_url', document_url, document_name: 'document.pdf' }, {}] }],
    });
  });
});

/** A stream that thinks for a while in words, then answers. */
const streamedParts =
  (thinkingMs: number): Handler =>
  async (_request, response) => {
    const send = (content: unknown, finish_reason: string | null = null): void =>
      void response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let waited = 0; waited < thinkingMs; waited += 100) {
      send([parts[0]]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    send([parts[1]]);
    send('', 'stop');
    response.end('data: [DONE]\n\n');
  };
