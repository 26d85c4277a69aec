import { describe, expect, it } from 'vitest';
import { sealedStoreFor } from '../../../../server/extraction/sealed-store.js';

const [mine, yours] = [sealedStoreFor('pk_mine'), sealedStoreFor('pk_yours')];

describe('a sealed store', () => {
  it('opens what it sealed, under the same name only', () => {
    const sealed = mine.seal('Total 120.00', 'a');
    expect(mine.open(sealed, 'a')).toBe('Total 120.00');
    expect(() => mine.open(sealed, 'b')).toThrow();
    expect(() => yours.open(sealed, 'a')).toThrow();
  });

  it('does not open what was changed', () => {
    const sealed = Buffer.from(mine.seal('Total 120.00', 'a'));
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => mine.open(sealed, 'a')).toThrow();
  });

  it('names the same parts alike, and no others', () => {
    expect(mine.name('a', 'bc')).toBe(mine.name('a', Buffer.from('bc')));
    expect(new Set([mine.name('a', 'bc'), mine.name('ab', 'c'), mine.name('abc'), yours.name('a', 'bc')]).size).toBe(4);
  });
});
