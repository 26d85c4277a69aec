import { describe, expect, it } from 'vitest';
import { answerSchema } from '../../../plugins/models/llm/index.js';
import type { LlmRequest, RequestCheck } from '../llm-server.js';
import { chatCheck, converseCheck, generateCheck } from './checks.js';

const request = (path: string, body: object, headers: object = {}): LlmRequest => ({
  method: 'POST',
  path,
  headers: { ...headers },
  body,
  gone: () => false,
});

const user = { role: 'user', content: [{ type: 'text', text: 'Read.' }] };
const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0=' } };
const chat = { model: 'm', max_tokens: 16, messages: [user] };
const format = { type: 'json_schema', json_schema: { name: 'reading', schema: answerSchema, strict: true } };
const to = (name: string, body: object): readonly string[] => chatCheck(name, undefined)(request('/v1/chat/completions', body));

describe('a chat server', () => {
  it.each(['mistral', 'ollama', 'llama-cpp', 'litellm'])('%s accepts what it describes', (name) => {
    expect(to(name, { ...chat, response_format: format, stream: true })).toEqual([]);
  });

  it.each<[string, string, object]>([
    ['a member of OpenAI', 'mistral', { ...chat, store: false }],
    ['options of the stream', 'mistral', { ...chat, stream: true, stream_options: { include_usage: true } }],
    ['more pictures than it takes', 'mistral', { ...chat, messages: [{ role: 'user', content: Array(9).fill(picture) }] }],
    [
      'a file',
      'ollama',
      {
        ...chat,
        messages: [
          { role: 'user', content: [{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } }] },
        ],
      },
    ],
    [
      'a picture from an address',
      'vllm',
      { ...chat, messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] }] },
    ],
    ['a limit by another name', 'llama-cpp', { ...chat, max_tokens: undefined, max_completion_tokens: 16 }],
    ['a request that lets a gateway choose', 'openrouter', chat],
    [
      'a strict schema with an optional member',
      'litellm',
      {
        ...chat,
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'r',
            strict: true,
            schema: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
          },
        },
      },
    ],
  ])('refuses %s (%s)', (_what, name, body) => {
    expect(to(name, JSON.parse(JSON.stringify(body)))).not.toEqual([]);
  });

  it('refuses a key where it has none, and another one', () => {
    expect(chatCheck('ollama', undefined)(request('/v1/chat/completions', chat, { authorization: 'Bearer x' }))).toHaveLength(1);
    expect(chatCheck('mistral', 'k')(request('/v1/chat/completions', chat, { authorization: 'Bearer x' }))).toHaveLength(1);
  });
});

describe('Gemini', () => {
  const check: RequestCheck = generateCheck('/v1beta/models/m', ['x-goog-api-key', 'k']);
  const config = { maxOutputTokens: 16, responseMimeType: 'application/json', responseJsonSchema: answerSchema };
  const body = {
    contents: [{ role: 'user', parts: [{ text: 'Read.' }] }],
    systemInstruction: { parts: [{ text: 'Rules.' }] },
    generationConfig: config,
  };
  const sent = (changes: object, path = '/v1beta/models/m:generateContent') =>
    check(request(path, { ...body, ...changes }, { 'x-goog-api-key': 'k' }));

  it('accepts what it describes', () => {
    expect([sent({}), sent({}, '/v1beta/models/m:streamGenerateContent?alt=sse')]).toEqual([[], []]);
  });

  it.each<[string, object]>([
    ['a role of other APIs', { contents: [{ role: 'assistant', parts: [{ text: 'a' }] }] }],
    ['a schema without the type of the answer', { generationConfig: { maxOutputTokens: 16, responseJsonSchema: answerSchema } }],
    ['a keyword that it does not know', { generationConfig: { ...config, responseJsonSchema: { type: 'array', uniqueItems: true } } }],
    ['a file of another type', { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'application/msword', data: 'AAAA' } }] }] }],
    ['a member of OpenAI', { model: 'm' }],
  ])('refuses %s', (_what, changes) => {
    expect(sent(changes)).not.toEqual([]);
  });
});

describe('Bedrock', () => {
  const message = (...content: readonly object[]) => ({ role: 'user', content: [...content, { text: 'Read.' }] });
  const body = { messages: [message()], system: [{ text: 'Rules.' }], inferenceConfig: { maxTokens: 16 } };
  const image = { image: { format: 'png', source: { bytes: 'AAAA' } } };
  const sent = (changes: object, authorization = 'Bearer k') =>
    converseCheck(/^Bearer k$/)(request('/model/m/converse', { ...body, ...changes }, { authorization }));
  const output = (schema: unknown) => ({
    outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema: { name: 'reading', schema } } } },
  });

  it('accepts what it describes', () => {
    expect([sent({}), sent(output(JSON.stringify(answerSchema))), sent({ messages: [message(...Array(20).fill(image))] })]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it.each<[string, object]>([
    ['21 pictures', { messages: [message(...Array(21).fill(image))] }],
    ['a schema that is no text', output(answerSchema)],
    ['a name of a document with a dot', { messages: [message({ document: { format: 'pdf', name: 'a.pdf', source: { bytes: 'AAAA' } } })] }],
    ['an empty text', { messages: [{ role: 'user', content: [{ text: '' }] }] }],
  ])('refuses %s', (_what, changes) => {
    expect(sent(changes)).not.toEqual([]);
  });

  it('refuses what nobody signed', () => {
    expect(sent({}, 'Bearer x')).toEqual(['the request is not signed']);
  });
});
