import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type LlmServer, startLlmServer } from '../../../../fakes/llm-server.js';
import { bedrockProvider, providers } from '../provider-settings.js';

let server: LlmServer;
beforeEach(async () => {
  server = await startLlmServer({ check: () => [] });
});
afterEach(() => server.close());

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
