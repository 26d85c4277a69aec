import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BodyType, bodyProblems } from './llm-body-check.js';
import { anthropicReply, type Handler, type LlmServer, openaiChatReply, openaiReply, startLlmServer } from './llm-server.js';

let server: LlmServer;
beforeEach(async () => {
  server = await startLlmServer();
});
afterEach(() => server.close());

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key', 'anthropic-version': '2026-10-21' },
    body: JSON.stringify(body),
  });

const message = { role: 'user', content: [{ type: 'text', text: 'Read.' }] };
const anthropicBody = { model: 'claude-test', max_tokens: 16, messages: [message] };
const openaiBody = { model: 'gpt-test', store: false, input: 'Read.' };
const chatBody = { model: 'gpt-test', store: false, messages: [{ role: 'user', content: 'Read.' }] };

describe('the fake provider answers as the SDK types say', () => {
  it.each<[string, string, object, Handler, BodyType]>([
    ['OpenAI responses', '/v1/responses', openaiBody, openaiReply([{ path: '$.total', value: '1.00' }]), 'openai-answer'],
    ['OpenAI chat', '/v1/chat/completions', chatBody, openaiChatReply([{ path: '$.total', value: '1.00' }]), 'openai-chat-answer'],
    ['Anthropic', '/v1/messages', anthropicBody, anthropicReply([{ path: '$.total', value: null }]), 'anthropic-answer'],
  ])('%s', async (_name, path, body, handler, type) => {
    server.answer(handler);
    const answer = await post(path, body);
    expect(answer.status).toBe(200);
    expect(bodyProblems(type, await answer.json())).toEqual([]);
    expect(server.violations).toEqual([]);
  });
});

describe('the fake provider refuses what the real one refuses', () => {
  const file = (changes: object) => ({
    type: 'input_file',
    filename: 'a.pdf',
    file_data: 'data:application/pdf;base64,JVBERi0=',
    ...changes,
  });
  const input = (part: object) => ({ ...openaiBody, input: [{ role: 'user', content: [part] }] });
  const format = (schema: object) => ({ ...openaiBody, text: { format: { type: 'json_schema', name: 'reading', strict: true, schema } } });

  it.each<[string, string, object]>([
    ['a document without a name', '/v1/responses', input(file({ filename: undefined }))],
    ['a document that is no data URL', '/v1/responses', input(file({ file_data: 'JVBERi0=' }))],
    ['an answer that would be stored', '/v1/responses', { ...openaiBody, store: undefined }],
    ['no model', '/v1/responses', { ...openaiBody, model: undefined }],
    [
      'an optional property in a strict schema',
      '/v1/responses',
      format({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }),
    ],
    ['an unknown member', '/v1/responses', { ...openaiBody, output_format: {} }],
    ['sampling on Anthropic', '/v1/messages', { ...anthropicBody, temperature: 0 }],
    ['the old output format', '/v1/messages', { ...anthropicBody, output_format: { type: 'json_schema', schema: {} } }],
    ['no token limit', '/v1/messages', { ...anthropicBody, max_tokens: undefined }],
    ['a prefilled answer', '/v1/messages', { ...anthropicBody, messages: [message, { role: 'assistant', content: '{' }] }],
    ['an unknown path', '/v1/complete', {}],
  ])('%s', async (_name, path, body) => {
    server.answer(openaiReply([]));
    expect((await post(path, body)).status).toBe(400);
    expect(server.violations).toHaveLength(1);
  });
});
