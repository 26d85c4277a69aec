import { beforeEach, describe, expect, it } from 'vitest';
import type { ExtractionModel, Plugin } from '../../../../core/index.js';
import { retryAfterMs } from '../../../../plugins/models/llm/failure.js';
import { withToken } from '../../../../plugins/models/llm/index.js';
import mistral from '../../../../plugins/models/mistral.js';
import openai from '../../../../plugins/models/openai.js';
import { json, openaiReply } from '../../../fakes/llm-server.js';
import { bedrockProvider, providers } from './provider-settings.js';
import { serverOfEachTest } from './server-of-each-test.js';
import { context, filled, task } from './setting.js';

const server = serverOfEachTest();
beforeEach(() => {
  server.answer(openaiReply([{ path: '$.total', value: '12.00' }]));
});

const made = (plugin: Plugin<'model'>, options: object = {}): ExtractionModel =>
  plugin.create(filled(plugin.options, { model: 'm', base_url: `${server.url}/v1`, ...options }) as never, context());
const keyed = (headers: object): ExtractionModel => made(openai as Plugin<'model'>, { api_key: 'k', headers });

describe('headers of the host', () => {
  it('are sent with every request, beside ours', async () => {
    await keyed({ 'X-Team': 'billing', 'ocp-apim-subscription-key': 'secret-1' }).read(task());
    expect(server.requests[0]?.headers).toMatchObject({
      'x-team': 'billing',
      'ocp-apim-subscription-key': 'secret-1',
      authorization: 'Bearer k',
    });
  });

  it.each([['authorization'], ['Content-Type'], ['host'], ['transfer-encoding']])('do not replace %s', (name) => {
    expect(() => keyed({ [name]: 'x' })).toThrow(`headers: ${name.toLowerCase()} cannot be set here`);
  });

  it.each([[{ 'x-a': 'line\nbreak' }], [{ 'x-a': 'é' }], [{ 'x-a': '' }], [{ 'x-a': 7 }]])(
    'are checked at boot, and not shown: %j',
    (headers) => {
      expect(() => keyed(headers)).toThrow(/^Plugin "openai": headers.x-a must be a text that a header can carry$/);
    },
  );

  it('have names', () => {
    expect(() => keyed({ 'x a': 'x' })).toThrow('"x a" is no name of a header');
  });
});

describe('tokens of the host', () => {
  it('are asked for before each request, in place of a key', async () => {
    let count = 0;
    const model = made(withToken(openai as Plugin<'model'>, async () => `token-${++count}`));
    await model.read(task());
    await model.read(task());
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('that cannot be had are a failure that may pass, and nothing is sent', async () => {
    const failing = withToken(mistral as Plugin<'model'>, () => Promise.reject(new TypeError('account CANARY')));
    await expect(made(failing, { pdf: 'text' }).read(task())).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable: true,
      worked: false,
      message: 'mistral:m: no access token could be had, so nothing was sent',
      cause: expect.objectContaining({ message: 'TypeError' }),
    });
    expect(server.requests).toHaveLength(0);
  });

  it.each(['', 'a b', 'a\nb'])('that no header can carry are sent nowhere: %j', async (token) => {
    server.answer(json({}));
    await expect(made(withToken(openai as Plugin<'model'>, async () => token)).read(task())).rejects.toThrow('no access token');
    expect(server.requests).toHaveLength(0);
  });
});

describe('asking whether a model can be reached', () => {
  const server = serverOfEachTest({ check: () => [] });

  const paths: Readonly<Record<string, string>> = {
    azure: '/openai/v1/models',
    gemini: '/v1beta/models/gemini-test',
    vertex: '/v1/publishers/google/models/vertex-test',
    openrouter: '/api/v1/key',
  };
  const free = providers.filter(({ name }) => name !== bedrockProvider.name);

  describe.each(free)('$name', ({ name, make }) => {
    it('is asked at no cost whether it can be reached', async () => {
      server.answer(json({ id: 'm', object: 'model', data: [] }));
      await make(server.url).reach?.(AbortSignal.timeout(5_000));
      expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${paths[name] ?? `/v1/models/${name}-test`}`]);
    });

    it('and says why not', async () => {
      server.answer(json({ error: { message: 'CANARY' } }, 403));
      await expect(make(server.url).reach?.(AbortSignal.timeout(5_000))).rejects.toMatchObject({
        code: 'LLM_ERROR',
        message: `${name}:${name}-test: access was refused (403)`,
      });
    });
  });

  it('Bedrock has no free call that tells of a model', () => {
    expect(bedrockProvider.make(server.url).reach).toBeUndefined();
  });

  describe('a server that tells of no single model', () => {
    const vllm = providers.find(({ name }) => name === 'vllm');
    const noSuchRoute = json({ error: { message: 'CANARY' } }, 404);

    it('is asked for the list of those that it has', async () => {
      server.answer(noSuchRoute, json({ object: 'list', data: [{ id: 'other' }, { id: 'vllm-test' }] }));
      await expect(vllm?.make(server.url).reach?.(AbortSignal.timeout(5_000))).resolves.toBeUndefined();
      expect(server.requests.map(({ path }) => path)).toEqual(['/v1/models/vllm-test', '/v1/models']);
    });

    it('lacks a model that its list lacks', async () => {
      server.answer(noSuchRoute, json({ object: 'list', data: [{ id: 'other' }] }));
      await expect(vllm?.make(server.url).reach?.(AbortSignal.timeout(5_000))).rejects.toMatchObject({
        message: 'vllm:vllm-test: no such model or address (404)',
      });
    });
  });
});

const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
const instant = Date.parse(date);

it.each<[string, Readonly<Record<string, string>>, number | undefined]>([
  ['retry-after first', { 'retry-after': '2', 'x-ratelimit-reset-tokens': '6m0s' }, 2_000],
  [
    'what is used up',
    { 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-tokens': '6m0s' },
    1_000,
  ],
  [
    'the longer of two that are used up',
    {
      'x-ratelimit-reset-requests': '17ms',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-tokens': '1m30s',
      'x-ratelimit-remaining-tokens': '0',
    },
    90_000,
  ],
  ['the shortest where nobody says what is used up', { 'x-ratelimit-reset-requests': '1h', 'x-ratelimit-reset-tokens': '7.66s' }, 7_660],
  ['hours', { 'x-ratelimit-reset-requests': '1h2m3s' }, 3_723_000],
  ['plain seconds', { 'x-ratelimit-reset': '3' }, 3_000],
  ['an instant in milliseconds', { 'x-ratelimit-reset': String(instant + 4_000), date }, 4_000],
  ['an instant in seconds', { 'x-ratelimit-reset': String(instant / 1000 + 5), date }, 5_000],
  ['no instant without the server’s own clock', { 'x-ratelimit-reset': String(instant) }, undefined],
  ['nothing from nonsense', { 'x-ratelimit-reset-tokens': 'soon' }, undefined],
])('the wait until a limit is reset is %s', (_name, headers, expected) => {
  expect(retryAfterMs(new Headers(headers))).toBe(expected);
});
