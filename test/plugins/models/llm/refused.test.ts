import { describe, expect, it } from 'vitest';
import { refusedIn } from '../../../../plugins/models/llm/refused.js';
import { json } from '../../../fakes/llm-server.js';
import { providers } from './provider-settings.js';
import { serverOfEachTest } from './server-of-each-test.js';
import { task } from './setting.js';

const error = (message: string, more: object = {}) => ({ error: { message, ...more } });

describe('a refusal of the form of the answer is known', () => {
  it.each<[string, number, unknown]>([
    ['llama.cpp', 400, error('Failed to initialize samplers: failed to parse grammar', { code: 400, type: 'invalid_request_error' })],
    ['DeepSeek', 400, error('This response_format type is unavailable now', { type: 'invalid_request_error', param: null })],
    ['OpenAI', 400, error("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.", { code: null })],
    ['OpenAI by its parameter', 400, error('Unsupported value.', { param: 'text.format', code: 'unsupported_parameter' })],
    ['vLLM', 400, { object: 'error', message: 'Failed to compile grammar: unsupported keyword', type: 'BadRequestError', code: 400 }],
    ['vLLM with guided decoding', 422, { detail: 'guided_json is not supported by this backend' }],
    ['LiteLLM', 400, error("litellm.UnsupportedParamsError: cohere does not support parameters: ['response_format'], for model=c", {})],
    ['OpenRouter', 404, error('No endpoints found that can handle the requested parameters.', { code: 404 })],
    ['OpenRouter by name', 404, error('No endpoints found that support structured outputs', { code: 404 })],
    ['Mistral', 422, { detail: [{ loc: ['body', 'response_format', 'type'], msg: 'Input should be a known value', type: 'enum' }] }],
    ['LM Studio', 400, { error: "'response_format.type' must be 'json_schema' or 'text'" }],
    ['Gemini', 400, error('JSON mode is not enabled for this model', { status: 'INVALID_ARGUMENT' })],
    ['Anthropic', 400, { type: 'error', error: { type: 'invalid_request_error', message: 'output_config.format: not supported' } }],
    ['Bedrock', 400, { message: "This model doesn't support the textFormat field.", __type: 'ValidationException' }],
  ])('of %s', (_name, status, body) => {
    expect(refusedIn(status, body)).toEqual({ what: 'form' });
  });

  it.each<[string, number, unknown]>([
    ['of a key', 401, error('response_format')],
    ['that is a rate limit', 429, error('response_format')],
    ['of something else', 400, error('Invalid value for temperature', { param: 'temperature' })],
    [
      'that repeats what was sent',
      422,
      { detail: [{ loc: ['body', 'messages'], msg: 'wrong', input: 'the response_format of this invoice' }] },
    ],
    ['of no known shape', 400, 'response'],
  ])('and none %s is taken for it', (_name, status, body) => {
    expect(refusedIn(status, body)).toBeUndefined();
  });
});

describe('a refusal of pictures or files is known', () => {
  it.each<[string, number, unknown]>([
    [
      'llama.cpp without a projector',
      500,
      error('image input is not supported - hint: if this is unexpected, you may need to provide the mmproj', { type: 'server_error' }),
    ],
    ['llama.cpp of a file', 400, error('unsupported content[].type', { code: 400, type: 'invalid_request_error' })],
    ['OpenRouter', 404, error('No endpoints found that support image input', { code: 404 })],
    ['vLLM', 400, { object: 'error', message: 'qwen is not a multimodal model', type: 'BadRequestError', code: 400 }],
    ['OpenAI', 400, error('Invalid content type. image_url is only supported by certain models.', { type: 'invalid_request_error' })],
  ])('of %s', (_name, status, body) => {
    expect(refusedIn(status, body)).toEqual({ what: 'content' });
  });
});

describe('a refusal because of the context says its numbers', () => {
  it.each<[string, unknown, object]>([
    [
      'OpenAI',
      error("This model's maximum context length is 8,192 tokens. However, your messages resulted in 9000 tokens.", {
        code: 'context_length_exceeded',
      }),
      { limitTokens: 8192, inputTokens: 9000 },
    ],
    ['OpenAI without numbers', error('Your input exceeds the context window of this model.', { code: 'context_length_exceeded' }), {}],
    [
      'llama.cpp',
      error('the request exceeds the available context size. try increasing it', {
        type: 'exceed_context_size_error',
        n_prompt_tokens: 2500,
        n_ctx: 2048,
      }),
      { limitTokens: 2048, inputTokens: 2500 },
    ],
    [
      'vLLM',
      {
        message:
          "This model's maximum context length is 2048 tokens. However, you requested 6886 tokens (886 in the messages, 6000 in the completion).",
      },
      { limitTokens: 2048, inputTokens: 886 },
    ],
    [
      'vLLM of today',
      error(
        "'max_tokens' or 'max_completion_tokens' is too large: 6000. This model's maximum context length is 2048 tokens and your request has 886 input tokens (6000 > 2048 - 886).",
      ),
      { limitTokens: 2048, inputTokens: 886 },
    ],
    [
      'Anthropic',
      { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' } },
      { limitTokens: 200_000, inputTokens: 210_000 },
    ],
    [
      'Anthropic with the answer',
      error(
        'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again',
      ),
      { limitTokens: 200_000, inputTokens: 190_000 },
    ],
    [
      'Gemini',
      error('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
      { limitTokens: 1_048_576, inputTokens: 1_200_000 },
    ],
    ['Bedrock', { message: 'Input is too long for requested model.' }, {}],
    [
      'Mistral',
      { message: 'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length' },
      { limitTokens: 32_768, inputTokens: 40_000 },
    ],
    [
      'OpenRouter',
      error(
        "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens (39000 of text input, 1000 in the output).",
      ),
      { limitTokens: 32_768, inputTokens: 39_000 },
    ],
    [
      'a provider behind OpenRouter',
      error('Provider returned error', { metadata: { raw: '{"error":{"message":"maximum context length is 4096 tokens"}}' } }),
      { limitTokens: 4096 },
    ],
    [
      'LM Studio',
      {
        error:
          'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
      },
      { limitTokens: 4096 },
    ],
    ['LiteLLM', error('litellm.ContextWindowExceededError: too long'), {}],
  ])('of %s', (_name, body, numbers) => {
    expect(refusedIn(400, body)).toEqual({ what: 'context', ...numbers });
  });
});

it.each([
  ['OpenAI', 'max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided 32000.', 16_384],
  ['Anthropic', 'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for claude-x', 8192],
  [
    'Bedrock',
    'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower.',
    4096,
  ],
])('a refusal because of the length of the answer says the most: %s', (_name, message, limitTokens) => {
  expect(refusedIn(400, error(message))).toEqual({ what: 'output', limitTokens });
});

const server = serverOfEachTest({ check: () => [] });

/** What llama.cpp's server is told to answer, and the message that comes of it. */
const refusedWith = async (error: object, status = 400): Promise<string> => {
  server.answer(json({ error }, status));
  const model = providers.find(({ name }) => name === 'llama-cpp')?.make(server.url);
  return (model?.read(task()) ?? Promise.resolve()).then(
    () => 'read',
    (failure: Error) => failure.message,
  );
};

it('an overflow names the code of the API, and the options that would help', async () => {
  const message = await refusedWith({ code: 400, type: 'exceed_context_size_error', message: 'CANARY', n_ctx: 2048 });
  expect(message).toBe(
    'llama-cpp:llama-cpp-test: the request was refused (400, exceed_context_size_error): the model does not hold the document and its answer (it says 2048 tokens); set context to what it holds, or give it a larger context',
  );
});

it('a refused form of answers names the option for it', async () => {
  const message = await refusedWith({ code: 400, type: 'invalid_request_error', message: 'Failed to initialize samplers: CANARY' });
  expect(message).toMatch(
    /refused \(400, invalid_request_error\): the server does not hold answers to the form that was asked for; see the option structured/,
  );
});

it.each(['Total 120.00', 'CANARY text', 'sk-secret', 'x'.repeat(200)])(
  'a code that is no word of an API is not shown: %s',
  async (type) => {
    expect(await refusedWith({ type, message: 'CANARY' }, 422)).toMatch(/refused \(422\): the server may lack/);
  },
);

it('other failures need no such help', async () => {
  expect(await refusedWith({ type: 'authentication_error', message: 'CANARY' }, 401)).toBe(
    'llama-cpp:llama-cpp-test: the key was refused (401)',
  );
});
