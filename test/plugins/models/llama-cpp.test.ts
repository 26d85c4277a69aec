import { describe, expect, it } from 'vitest';
import type { ExtractionModel } from '../../../core/index.js';
import llamaCpp from '../../../plugins/models/llama-cpp.js';
import { json } from '../../fakes/llm-server.js';
import { formsIn, type LlamaTerms, llamaError, llamaServer, loading } from '../../fakes/wire/llama-server.js';
import { serverOfEachTest } from './llm/server-of-each-test.js';
import { context, filled, task } from './llm/setting.js';

const total = { path: '$.total', value: '12.00', quote: 'Total 12.00' };

const server = serverOfEachTest({ check: () => [] });

const model = (options: object = {}): ExtractionModel =>
  llamaCpp.create(filled(llamaCpp.options, { model: 'any', base_url: `${server.url}/v1`, ...options }), context());
const answers = (terms: LlamaTerms = {}, said: Parameters<typeof llamaServer>[0] = [total]): void =>
  server.answer(llamaServer(said, terms));
const chats = () => server.requests.filter(({ path }) => path === '/v1/chat/completions');

describe('llama.cpp’s server, as it really answers', () => {
  it('streams roles without content, signs of life, and its count of tokens after the end', async () => {
    answers();
    const reading = await model().read(task());
    expect(reading.cells).toEqual([expect.objectContaining({ path: '$.total', value: '12.00' })]);
    expect(reading.usage).toMatchObject({ inputTokens: expect.any(Number), outputTokens: expect.any(Number), cachedInputTokens: 27 });
  });

  it('is read as a whole where a stream was not asked for', async () => {
    answers();
    expect((await model({ stream: false }).read(task())).cells).toHaveLength(1);
  });

  it('refuses every form but plain text where no grammar can start, and is asked in words', async () => {
    answers({ grammar: false });
    expect((await model().read(task())).cells).toHaveLength(1);
    expect(formsIn(chats())).toEqual(['json_schema', 'json_object', 'text']);
  });

  it('is to be asked again while it loads its model', async () => {
    server.answer(loading);
    await expect(model().read(task())).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable: true,
      message: 'llama-cpp:any: the provider failed (503)',
    });
  });

  it('refuses a key', async () => {
    answers({ key: 'right' });
    await expect(model({ api_key: 'wrong' }).read(task())).rejects.toMatchObject({ message: 'llama-cpp:any: the key was refused (401)' });
  });

  it('refuses pictures with a 500 where it has no projector, which no second try changes', async () => {
    server.answer(llamaError(500, 'server_error', 'image input is not supported - hint: you may need to provide the mmproj'));
    await expect(model().read(task())).rejects.toMatchObject({
      retryable: false,
      ours: true,
      message:
        'llama-cpp:any: the request was refused (500): the server does not take pictures or files as they were sent; see the option pdf',
    });
  });

  it('ends an answer that fills its context as one that reached its limit; twice as much would not help, and that is said', async () => {
    answers({ contextTokens: 1_500 }, 'x'.repeat(8_000));
    await expect(model().read(task())).rejects.toMatchObject({
      code: 'PARSING_ERROR',
      message: expect.stringMatching(
        /^llama-cpp:any: the reply could not be used: it was cut off after \d+ tokens where 6040 were asked for: the context is full/,
      ),
    });
    expect(chats()).toHaveLength(1);
  });

  it('refuses a prompt that its context does not hold with both numbers, and the error has the one to set', async () => {
    answers({ contextTokens: 600 });
    await expect(model().read(task())).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable: false,
      message: expect.stringMatching(/\b600\b.*\bcontext\b|\bcontext\b.*\b600\b/),
    });
    expect(chats()).toHaveLength(1);
  });

  it('breaks a stream off where requests that share its context fill it', async () => {
    answers({ sharedContextTokens: 3 });
    await expect(model().read(task())).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable: 'once',
      message:
        'llama-cpp:any: gave no answer: requests that the server answers at once share a context and have filled it; give it a larger one, or let it take one at a time (llama.cpp: --parallel 1)',
    });
  });
});

describe('whether it is there', () => {
  const reach = (options: object = {}) => model(options).reach?.(AbortSignal.timeout(5_000));

  it('is asked of its list, because it tells of no single model, and any name means the one that it has', async () => {
    answers();
    await expect(reach()).resolves.toBeUndefined();
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/models/any', '/v1/models']);
  });

  it('does not depend on the name unless it has several models', async () => {
    const list = json({ object: 'list', data: [{ id: 'one' }, { id: 'two' }] });
    server.answer(llamaError(404, 'not_found_error', 'File Not Found'), list);
    await expect(reach()).rejects.toMatchObject({ message: 'llama-cpp:any: no such model or address (404)' });
    server.answer(llamaError(404, 'not_found_error', 'File Not Found'), list);
    await expect(reach({ model: 'two' })).resolves.toBeUndefined();
  });

  it('is not, where it has no model', async () => {
    server.answer(llamaError(404, 'not_found_error', 'File Not Found'), json({ object: 'list', data: [] }));
    await expect(reach()).rejects.toMatchObject({ message: 'llama-cpp:any: no such model or address (404)' });
  });
});
