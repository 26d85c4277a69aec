import { describe, expect, it } from 'vitest';
import { addUsage, type UsageNames, usageOf } from '../../../../plugins/models/llm/answer.js';
import { recorder } from '../../../core/recorder.js';
import { anthropicReply, type Handler, openaiChatReply, openaiReply } from '../../../fakes/llm-server.js';
import { serverOfEachTest } from './server-of-each-test.js';
import { anthropicSetting, chatSetting, openaiSetting, type ProviderSetting, task } from './setting.js';

const server = serverOfEachTest();

const cells = [{ path: '$.total', value: '12.00', quote: 'Total 12.00' }];

const responsesUsage = {
  input_tokens: 1_000,
  input_tokens_details: { cached_tokens: 700, cache_write_tokens: 200 },
  output_tokens: 50,
  output_tokens_details: { reasoning_tokens: 20 },
  total_tokens: 1_050,
};
const anthropicUsage = { input_tokens: 100, output_tokens: 50, cache_read_input_tokens: 700, cache_creation_input_tokens: 200 };
const chatUsage = {
  prompt_tokens: 1_000,
  completion_tokens: 50,
  total_tokens: 1_050,
  prompt_tokens_details: { cached_tokens: 700, cache_write_tokens: 200 },
};

/** Adds members to an answer of the Chat Completions API, whose builder changes its choice only. */
const chatReply = (usage: object) => openaiChatReply(cells, {}, { usage });

it.each<[ProviderSetting, () => Handler]>([
  [openaiSetting, () => openaiReply(cells, { usage: responsesUsage })],
  [chatSetting, () => chatReply(chatUsage)],
  [anthropicSetting, () => anthropicReply(cells, { usage: anthropicUsage })],
])('$name counts the cached parts as parts of 1,000 input tokens', async (setting, reply) => {
  server.answer(reply());
  const { usage } = await setting.make(server.url).read(task());
  expect(usage).toEqual({ inputTokens: 1_000, outputTokens: 50, cachedInputTokens: 700, cacheWriteTokens: 200 });
});

it('a server that says nothing of a cache leaves it unknown', async () => {
  server.answer(chatReply({ prompt_tokens: 10, completion_tokens: 5 }));
  const { usage } = await chatSetting.make(server.url).read(task());
  expect(usage).toEqual({ inputTokens: 10, outputTokens: 5 });
});

it.each<[string, ProviderSetting]>([
  ['a refusal', openaiSetting],
  ['a refusal', chatSetting],
  ['a refusal', anthropicSetting],
])('%s of $name says what it used, because it is billed', async (name, setting) => {
  const observer = recorder();
  const refusal = setting.refusals[name];
  if (!refusal) throw new Error(`${setting.name} has no ${name}`);
  server.answer(refusal);
  await expect(setting.make(server.url).read(task({ observer }))).rejects.toMatchObject({
    usage: { inputTokens: 1_000, outputTokens: 200 },
  });
  expect(observer.steps[0]?.ending).toMatchObject({ failure: 'LLM_ERROR', usage: { inputTokens: 1_000, outputTokens: 200 } });
});

it('a call that the provider turned away has used nothing, and one that broke off nobody knows what', async () => {
  const [turnedAway, brokenOff] = [recorder(), recorder()];
  server.answer((_request, response) => void response.writeHead(401, { 'content-type': 'application/json' }).end('{}'));
  await expect(openaiSetting.make(server.url).read(task({ observer: turnedAway }))).rejects.toMatchObject({ code: 'LLM_ERROR' });
  expect(turnedAway.steps[0]?.ending?.usage).toEqual({ inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 });

  server.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"output"', () => response.destroy());
  });
  await expect(openaiSetting.make(server.url).read(task({ observer: brokenOff }))).rejects.toMatchObject({ code: 'LLM_ERROR' });
  expect(brokenOff.steps[0]?.ending?.usage).toBeUndefined();
});

const within: UsageNames = { input: 'in', output: 'out', cached: ['parts', 'cached'], written: ['parts', 'written'] };

describe('the tokens of an answer', () => {
  it('are input and output, with the parts of the input that a cache took part in', () => {
    expect(usageOf({ usage: { in: 1_000, out: 20, parts: { cached: 800, written: 0 } } }, within)).toEqual({
      inputTokens: 1_000,
      outputTokens: 20,
      cachedInputTokens: 800,
      cacheWriteTokens: 0,
    });
  });

  it('have the cached parts added where the API counts them apart', () => {
    expect(usageOf({ usage: { in: 50, out: 20, parts: { cached: 800, written: 150 } } }, { ...within, apart: true })).toEqual({
      inputTokens: 1_000,
      outputTokens: 20,
      cachedInputTokens: 800,
      cacheWriteTokens: 150,
    });
  });

  it('say nothing of a cache that the answer says nothing of', () => {
    expect(usageOf({ usage: { in: 50, out: 20, parts: null } }, within)).toEqual({ inputTokens: 50, outputTokens: 20 });
    expect(usageOf({ usage: { in: 50, out: 20 } }, 'in', 'out')).toEqual({ inputTokens: 50, outputTokens: 20 });
  });

  it.each([[{ in: 5 }], [{ in: -1, out: 2 }], [{ in: 1.5, out: 2 }], [{ in: '5', out: 2 }], [{ in: 1e300, out: 2 }], [null]])(
    'are unknown where they are %j',
    (usage) => {
      expect(usageOf({ usage }, within)).toBeUndefined();
    },
  );
});

describe('two calls together', () => {
  const one = { inputTokens: 10, outputTokens: 1, cachedInputTokens: 4 };

  it('have used the sum, of each part that both know', () => {
    expect(addUsage(one, { inputTokens: 20, outputTokens: 2, cachedInputTokens: 0, cacheWriteTokens: 3 })).toEqual({
      inputTokens: 30,
      outputTokens: 3,
      cachedInputTokens: 4,
    });
  });

  it('have used what one of them says, where the other says nothing', () => {
    expect([addUsage(one, undefined), addUsage(undefined, one), addUsage(undefined, undefined)]).toEqual([one, one, undefined]);
  });
});
