import { describe, expect, it } from 'vitest';
import { generateKey, hasChecksum, looksLikeKey } from '../../../server/guards/key-secret.js';

describe('a key', () => {
  it('is pk_, 43 random characters and 6 of their checksum', () => {
    const key = generateKey();
    expect(key).toMatch(/^pk_[0-9A-Za-z]{49}$/);
    expect([looksLikeKey(key), hasChecksum(key)]).toEqual([true, true]);
  });

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, generateKey)).size).toBe(1_000);
  });

  it('with one character changed fails its checksum', () => {
    const key = generateKey();
    for (let place = 3; place < key.length; place += 1) {
      const other = key[place] === 'a' ? 'b' : 'a';
      expect(hasChecksum(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    }
  });

  it('from the environment needs pk_ and 16 characters', () => {
    expect([looksLikeKey(`pk_${'a'.repeat(16)}`), looksLikeKey(`pk_${'a'.repeat(15)}`), looksLikeKey(`sk_${'a'.repeat(16)}`)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
