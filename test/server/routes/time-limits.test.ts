import { afterAll, describe, expect, it } from 'vitest';
import { type Handler, openaiReply, startLlmServer } from '../../fakes/llm-server.js';
import { streamed } from '../../fakes/streamed.js';
import { buildInvoice } from '../../fixtures/invoice/invoice.js';
import { about } from '../../specification/reading.js';
import { openService } from '../../specification/service.js';

/** Every limit on time, as who sends a request hears of it: its length, and the option that sets it. */
const llm = await startLlmServer();
afterAll(() => llm.close());
const asked = await about(buildInvoice(), 'invoice_number!', 'total');
const openai = { use: 'openai', model: 'gpt-test', base_url: `${llm.url}/v1`, api_key: 'sk-test' };
const never = { retry_share: 0, retries_a_minute: 0 };
const silence: Handler = () => undefined;
const error = async (settings: object, ...handlers: readonly Handler[]) => {
  llm.answer(...handlers);
  const { body } = await (await openService(settings)).extract(asked);
  return body.error;
};

describe('a request that took too long says which limit it met', () => {
  it('an answer that does not begin: timeout_ms of the model', async () => {
    expect(await error({ tiers: [{ ...openai, timeout_ms: 300 }], outages: never }, silence)).toEqual({
      code: 'LLM_ERROR',
      message: 'openai:gpt-test: no answer within 300 ms (timeout_ms)',
    });
  });

  it('an answer that is not streamed and takes longer: timeout_ms, too', async () => {
    const half: Handler = (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
    expect(await error({ tiers: [{ ...openai, timeout_ms: 300, stream: false }], outages: never }, half)).toEqual({
      code: 'LLM_ERROR',
      message: 'openai:gpt-test: no answer within 300 ms (timeout_ms)',
    });
  });

  it('an answer that falls silent: silence_ms of the model', async () => {
    const stalled = streamed(openaiReply([{ path: '$.total', value: '1.00' }]), { fault: { kind: 'stall', afterTokens: 3 } });
    expect(await error({ tiers: [{ ...openai, silence_ms: 300 }], outages: never }, stalled)).toEqual({
      code: 'LLM_ERROR',
      message: 'openai:gpt-test: the answer paused for 300 ms (silence_ms)',
    });
  });

  it('the request itself: its deadline', async () => {
    expect(await error({ tiers: [openai], deadline_ms: 2_000 }, silence)).toEqual({
      code: 'TIMEOUT_ERROR',
      message: 'The request took longer than its deadline of 2000 ms; "deadline_ms" or VOUCH_DEADLINE_MS sets it',
    });
  });

  it('two time-outs of the model within the deadline are its time-outs, not the deadline', async () => {
    expect(await error({ tiers: [{ ...openai, timeout_ms: 300 }], deadline_ms: 30_000 }, silence)).toEqual({
      code: 'LLM_ERROR',
      message: 'openai:gpt-test: no answer within 300 ms (timeout_ms)',
    });
  });
});
