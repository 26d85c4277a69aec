import { describe, expect, it } from 'vitest';
import { addUsage, type UsageNames, usageOf } from '../../../../../plugins/models/llm/reply/text-answer.js';

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
