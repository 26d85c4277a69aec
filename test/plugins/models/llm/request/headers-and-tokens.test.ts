import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExtractionModel, Plugin } from '../../../../../core/index.js';
import { withToken } from '../../../../../plugins/models/llm/index.js';
import mistral from '../../../../../plugins/models/mistral.js';
import openai from '../../../../../plugins/models/openai.js';
import { json, type LlmServer, openaiReply, startLlmServer } from '../../../../fakes/llm-server.js';
import { context, filled, task } from '../setting.js';

let server: LlmServer;
beforeEach(async () => {
  server = await startLlmServer();
  server.answer(openaiReply([{ path: '$.total', value: '12.00' }]));
});
afterEach(() => server.close());

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
