import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest } from '../../../core/values/nearest.js';

describe('a guess at what was meant', () => {
  it.each([
    ['opnai', 'openai'],
    ['openia', 'openai'],
    ['anthropics', 'anthropic'],
    ['Horizontal_Sum', 'horizontal-sum'],
    ['lokal', 'local'],
  ])('takes %s for %s', (word, meant) => {
    expect(nearest(word, ['openai', 'anthropic', 'horizontal-sum', 'local'])).toBe(meant);
  });

  it.each([['gemini'], ['x'], ['']])('makes none for %j', (word) => {
    expect(nearest(word, ['openai', 'anthropic', 'local'])).toBeUndefined();
  });

  it('finds every correct word, and answers with candidates only', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 1 }), fc.string(), (candidates, word) => {
        expect(nearest(candidates[0] ?? '', candidates)).toBe(candidates[0]);
        expect([...candidates, undefined]).toContain(nearest(word, candidates));
      }),
    );
  });
});
