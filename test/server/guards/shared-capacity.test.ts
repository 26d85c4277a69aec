import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SharedCapacity } from '../../../server/guards/admission-queue.js';

const one = (...callers: readonly string[]) => ({ amounts: { slots: 1 }, callers });
const never = new AbortController().signal;

/** How many of these claims are granted at once, one after the other. */
const granted = (capacity: SharedCapacity<'slots'>, caller: string, claims = 1_000): number =>
  Array.from({ length: claims }, () => capacity.tryTake(one(caller))).filter(Boolean).length;

describe('capacity that callers share', () => {
  it('gives a lone caller two thirds, and another one part of the rest', () => {
    const capacity = new SharedCapacity({ slots: 96 });
    expect([granted(capacity, 'a'), granted(capacity, 'b'), granted(capacity, 'c')]).toEqual([64, 22, 7]);
  });

  it('always gives a caller that holds nothing what is free', () => {
    const capacity = new SharedCapacity({ slots: 3 });
    expect([granted(capacity, 'a'), granted(capacity, 'b', 1), granted(capacity, 'c', 1)]).toEqual([2, 1, 0]);
  });

  it('counts a key wherever it comes from, and an address whatever keys it has', () => {
    const capacity = new SharedCapacity({ slots: 96 });
    const take = (key: string, address: string): boolean => capacity.tryTake(one(`key ${key}`, `address ${address}`)) !== undefined;
    const fromMany = Array.from({ length: 100 }, (_, index) => take('one', `${index}`)).filter(Boolean).length;
    const withMany = Array.from({ length: 100 }, (_, index) => take(`${index}`, 'one')).filter(Boolean).length;
    expect([fromMany, withMany]).toEqual([64, 22]);
  });

  it('serves those within their share in the order they came in, before one that waits for its own to end', async () => {
    const capacity = new SharedCapacity({ slots: 3 });
    const releases = [capacity.tryTake(one('a')), capacity.tryTake(one('a')), capacity.tryTake(one('b'))];
    const order: string[] = [];
    const waiting = ['a', 'c', 'd'].map((caller) => capacity.wait(one(caller), never).then(() => order.push(caller)));
    releases[2]?.();
    releases[1]?.();
    releases[0]?.();
    await Promise.all(waiting);
    expect(order).toEqual(['c', 'a', 'd']);
  });

  it('lets a small claim pass a large one that waits for room', () => {
    const capacity = new SharedCapacity({ bytes: 100 }, ({ bytes }) => bytes <= 1);
    const take = (bytes: number, caller: string) => capacity.tryTake({ amounts: { bytes }, callers: [caller] });
    take(60, 'a');
    void capacity.wait({ amounts: { bytes: 60 }, callers: ['b'] }, never);
    expect([take(30, 'c') !== undefined, take(1, 'd') !== undefined]).toEqual([false, true]);
  });

  it('never holds more than there is, and holds nothing once all have left', () => {
    const claims = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 5 }), fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(claims, (steps) => {
        const capacity = new SharedCapacity({ slots: 10 });
        const held: { readonly amount: number; readonly release: () => void }[] = [];
        for (const [caller, amount, leaves] of steps) {
          if (leaves) held.shift()?.release();
          const release = capacity.tryTake({ amounts: { slots: amount }, callers: [caller] });
          if (release) held.push({ amount, release });
          expect(held.reduce((sum, claim) => sum + claim.amount, 0)).toBeLessThanOrEqual(10);
        }
        for (const { release } of held) release();
        expect(granted(capacity, 'e', 1)).toBe(1);
      }),
    );
  });
});
