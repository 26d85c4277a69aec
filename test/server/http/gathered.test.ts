import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Gathered } from '../../../server/http/upload/pieces.js';

it('pieces of any length are joined as they came, however many bytes were expected', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 300 }));
  fc.assert(
    fc.property(pieces, fc.integer({ min: 0, max: 1_000 }), (all, expected) => {
      const gathered = new Gathered(expected);
      for (const piece of all) gathered.add(piece);
      expect(gathered.length).toBe(gathered.bytes.length);
      expect(gathered.bytes.equals(Buffer.concat(all))).toBe(true);
    }),
  );
});

it('what was expected is not moved', () => {
  const gathered = new Gathered(1_000);
  const buffer = gathered.bytes.buffer;
  for (let piece = 0; piece < 10; piece += 1) gathered.add(new Uint8Array(100));
  expect(gathered.bytes.buffer).toBe(buffer);
});
