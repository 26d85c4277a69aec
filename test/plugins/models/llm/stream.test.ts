import { describe, expect, it, vi } from 'vitest';
import type { Reading } from '../../../../core/index.js';
import { type Handler } from '../../../fakes/llm-server.js';
import { type Pace, streamed } from '../../../fakes/streamed.js';
import { serverOfEachTest } from './server-of-each-test.js';
import { settings, task } from './setting.js';

const server = serverOfEachTest();

const total = { path: '$.total', value: '12.00', quote: 'Total 12.00' };

describe.each(settings)('a stream of $name', (setting) => {
  const answer = (pace: Pace = {}): Handler => streamed(setting.reply([total]), pace);
  const read = (options: object = {}): Promise<Reading> => setting.make(server.url, options).read(task());

  it('is the same answer, word by word', async () => {
    server.answer(answer({ tokensPerSecond: 200, firstTokenMs: 50 }));
    expect(await read()).toEqual({
      cells: [{ ...total, page: 1, confidence: 'certain', reason: 'exact' }],
      usage: expect.objectContaining({ inputTokens: 1000, outputTokens: 200 }),
      notes: [],
    });
  });

  it('may take longer than any pause, and longer than its beginning', async () => {
    server.answer(answer({ tokensPerSecond: 40, firstTokenMs: 20 }));
    const began = performance.now();
    expect((await read({ timeout_ms: 300, silence_ms: 250 })).cells).toHaveLength(1);
    expect(performance.now() - began).toBeGreaterThan(400);
  });

  it('that pauses is ended, and worth one more try', async () => {
    server.answer(answer({ fault: { kind: 'stall', afterTokens: 5 } }));
    await expect(read({ silence_ms: 150 })).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable: 'once',
      worked: false,
      message: expect.stringContaining('paused for 150 ms (silence_ms)'),
    });
    await vi.waitFor(() => expect(server.requests[0]?.gone()).toBe(true));
  });

  it('that does not begin is ended at timeout_ms', async () => {
    server.answer(answer({ firstTokenMs: 5_000 }));
    await expect(read({ timeout_ms: 150 })).rejects.toMatchObject({ retryable: 'once', message: expect.stringContaining('(timeout_ms)') });
  });

  it.each(['break', 'end'] as const)('whose connection has an early %s is no answer, and worth one more try', async (kind) => {
    server.answer(answer({ fault: { kind, afterTokens: 5 } }));
    await expect(read()).rejects.toMatchObject({ code: 'LLM_ERROR', retryable: 'once', worked: false });
  });

  it('with an error among its events is no answer, and shows none of the error’s words', async () => {
    server.answer(answer({ fault: { kind: 'error', afterTokens: 5 } }));
    const failure = { code: 'LLM_ERROR', retryable: 'once', message: expect.stringMatching(/overloaded_error(?!.*CANARY)/) };
    await expect(read()).rejects.toMatchObject(failure);
  });

  it('with an error before its first word may pass, unless it lasts', async () => {
    server.answer(answer({ fault: { kind: 'error', afterTokens: 0 } }));
    await expect(read()).rejects.toMatchObject({ retryable: true });
  });

  it('is not asked for where the host says so', async () => {
    server.answer(setting.reply([total]));
    expect((await read({ stream: false })).cells).toHaveLength(1);
    expect(server.requests[0]?.body).not.toHaveProperty('stream');
  });
});

describe('a stream of events', () => {
  const stream = (text: string): Handler => {
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
      response.end();
    };
  };
  const chat = settings[1];
  if (!chat) throw new Error('there is no chat');
  const answer = JSON.stringify({ fields: [['total', '12.00 €', '1', 'Total']], tables: [] });
  const chunk = (content: string, finish: string | null) => JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] });

  it.each([
    ['line feeds', '\n', '\n\n'],
    ['carriage returns and line feeds', '\r\n', '\r\n\r\n'],
    ['nothing after the last one', '\n', ''],
  ])('is read byte by byte, with comments, other fields and %s', async (_name, end, last) => {
    const lines = [': a sign of life', 'event: message', 'id: 7', `data:${chunk(answer.slice(0, 20), null)}`, ''];
    const closing = `data: ${chunk(answer.slice(20), 'stop')}${last}`;
    server.answer(stream(lines.map((line) => line + end).join('') + closing));
    expect((await chat.make(server.url).read(task())).cells).toMatchObject([{ value: '12.00 €' }]);
  });

  it('that ends with a mark instead of a reason is whole', async () => {
    server.answer(stream(`data: ${chunk(answer, null)}\n\ndata: [DONE]\n\n`));
    expect((await chat.make(server.url).read(task())).cells).toHaveLength(1);
  });

  it.each([
    ['is not JSON', 'data: {"choices":\n\n'],
    ['is empty', ''],
    ['has only strange events', 'data: 7\n\ndata: null\n\ndata: {"choices":[null]}\n\n'],
  ])('that %s is no answer', async (_name, text) => {
    server.answer(stream(text));
    await expect(chat.make(server.url).read(task())).rejects.toMatchObject({ code: 'LLM_ERROR', retryable: 'once' });
  });
});
