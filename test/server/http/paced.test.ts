import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paced } from '../../../server/http/upload/pieces.js';

const pieceBytes = 65_536;

/** An upload that is all there already. Says when nobody wants more of it. */
async function* upload(pieces: number, left = (): void => undefined): AsyncGenerator<Buffer> {
  try {
    for (let piece = 0; piece < pieces; piece += 1) yield Buffer.alloc(pieceBytes, piece);
  } finally {
    left();
  }
}

it('an upload comes whole and in its order', async () => {
  const seen: number[] = [];
  for await (const piece of paced(upload(20))) seen.push(piece[0] ?? -1);
  expect(seen).toEqual(Array.from({ length: 20 }, (_, piece) => piece));
});

it('a hundred uploads together take a quarter of a megabyte a round of the event loop, and all of them progress', async () => {
  await setImmediate();
  const taken: number[] = Array(100).fill(0);
  const all = taken.map(async (_, index) => {
    for await (const piece of paced(upload(4))) taken[index] = (taken[index] ?? 0) + piece.length;
  });
  const sum = (): number => taken.reduce((one, other) => one + other, 0);
  let before = 0;
  let rounds = 0;
  for (; sum() < 400 * pieceBytes; rounds += 1) {
    await setImmediate();
    expect(sum() - before).toBeLessThanOrEqual(262_144);
    before = sum();
    if (rounds === 30) expect(taken.filter((bytes) => bytes > 0)).toHaveLength(100);
  }
  expect(rounds).toBeGreaterThan(60);
  await Promise.all(all);
});

it('who wants no more of an upload ends it, and keeps nobody waiting', async () => {
  let ended = false;
  for await (const _ of paced(upload(1_000, () => (ended = true)))) break;
  expect(ended).toBe(true);
  let pieces = 0;
  for await (const _ of paced(upload(20))) pieces += 1;
  expect(pieces).toBe(20);
});
