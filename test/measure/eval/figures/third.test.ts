import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { only, thirdOf } from './third.js';

describe('the third of an source', () => {
  const sources = Array.from({ length: 300 }, (_, index) => `source ${index}`);

  it('is unseen for one in three', () => {
    const unseen = sources.filter((source) => thirdOf(source) === 'unseen').length;
    expect(unseen).toBeGreaterThan(80);
    expect(unseen).toBeLessThan(120);
  });

  it('depends only on the first byte of the hash of the name', () => {
    const isThird = (source: string) => Number.parseInt(createHash('sha256').update(source).digest('hex').slice(0, 2), 16) % 3 === 0;
    expect(sources.filter((source) => (thirdOf(source) === 'unseen') !== isThird(source))).toEqual([]);
  });

  it('is the only one measured when requested', () => {
    const documents = [{ third: 'seen' }, { third: 'unseen' }, { third: null }] as const;
    expect(only(undefined, documents)).toHaveLength(3);
    expect(only('unseen', documents)).toEqual([{ third: 'unseen' }]);
    expect(() => only('last', documents)).toThrow('--third must be seen or unseen, not "last"');
  });
});
