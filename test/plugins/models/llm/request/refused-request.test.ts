import { afterEach, beforeEach, expect, it } from 'vitest';
import { json, type LlmServer, startLlmServer } from '../../../../fakes/llm-server.js';
import { providers } from '../provider-settings.js';
import { task } from '../setting.js';

let server: LlmServer;
beforeEach(async () => {
  server = await startLlmServer({ check: () => [] });
});
afterEach(() => server.close());

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
