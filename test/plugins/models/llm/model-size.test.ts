import { describe, expect, it } from 'vitest';
import { sizeOf } from '../../../../plugins/models/llm/options.js';

describe('the size of a model', () => {
  it.each([
    ...['gpt-4o', 'gpt-4o-2024-08-06', 'gpt-4.1', 'gpt-5', 'gpt-5.2', 'gpt-6-sol', 'o1', 'o3'],
    ...['claude-opus-4-1', 'claude-sonnet-4-5-20250929', 'gemini-2.5-pro', 'mistral-large-latest', 'qwen-max', 'grok-ultra'],
    ...['llama-3.3-70b-instruct', 'qwen2.5-vl-72b', 'meta-llama/Llama-3.1-405B-Instruct', 'deepseek-67b', 'gemma-30b'],
  ])('%s is large', (model) => {
    expect(sizeOf(model)).toBe('large');
  });

  it.each([
    ...['gpt-4o-mini', 'gpt-4o-mini-2024-07-18', 'gpt-5-nano', 'gpt-6-luna', 'o4-mini', 'gpt-4.1-mini'],
    ...['claude-haiku-4-5', 'claude-3-5-haiku-20241022', 'gemini-2.5-flash', 'gemini-2.5-flash-lite', 'mistral-small-latest'],
    ...['llama-3.2-3b', 'qwen2.5-vl-7b-instruct', 'gemma-2-27b-it', 'qwen2.5-0.5b', 'Phi-3.8B'],
  ])('%s is small', (model) => {
    expect(sizeOf(model)).toBe('small');
  });

  it.each(['gpt-test', 'my-model', 'prompt-reader', 'solar-reader', 'maximal', ''])(
    'is small for a name that says nothing, because its values are believed less: "%s"',
    (model) => {
      expect(sizeOf(model)).toBe('small');
    },
  );

  it('is read from words of their own in any case, and a word for small outweighs one for large', () => {
    expect(sizeOf('Claude-OPUS-4')).toBe('large');
    expect(sizeOf('gemini-pro-flash')).toBe('small');
    expect(sizeOf('some-mini-70b')).toBe('small');
  });

  it('counts billions only where the name states them', () => {
    expect(sizeOf('reader-70bit')).toBe('small');
    expect(sizeOf('reader-1.70b')).toBe('small');
    expect(sizeOf('mixtral-8x22b')).toBe('small');
  });
});
