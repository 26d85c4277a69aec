import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Release, Semaphore } from '../../../core/flow/semaphore.js';

const settled = () => new Promise(setImmediate);

/** Requests for a semaphore; tells in which order they were admitted. */
function requests<R extends string>(semaphore: Semaphore<R>) {
  const admitted: string[] = [];
  const releases = new Map<string, Release>();
  return {
    admitted,
    async come(name: string, amounts: Readonly<Record<R, number>>, signal?: AbortSignal) {
      semaphore.acquire(amounts, signal).then(
        (release) => {
          releases.set(name, release);
          admitted.push(name);
        },
        (reason: unknown) => admitted.push(`${name}: ${reason instanceof Error ? reason.message : reason}`),
      );
      await settled();
    },
    async leave(name: string) {
      releases.get(name)?.();
      await settled();
    },
  };
}

describe('a semaphore', () => {
  it('admits requests as long as each resource suffices', async () => {
    const { come, admitted } = requests(new Semaphore({ requests: 3, bytes: 100 }));
    await come('a', { requests: 1, bytes: 60 });
    await come('b', { requests: 1, bytes: 40 });
    await come('c', { requests: 1, bytes: 1 });
    expect(admitted).toEqual(['a', 'b']);
  });

  it('admits in the order of arrival, also where a later request would fit', async () => {
    const { come, leave, admitted } = requests(new Semaphore({ bytes: 100 }));
    await come('first', { bytes: 60 });
    await come('large', { bytes: 80 });
    await come('small', { bytes: 10 });
    expect(admitted).toEqual(['first']);
    await leave('first');
    expect(admitted).toEqual(['first', 'large', 'small']);
  });

  it('admits a single request however much it wants', async () => {
    const { come, admitted } = requests(new Semaphore({ bytes: 1 }));
    await come('large', { bytes: 1_000 });
    expect(admitted).toEqual(['large']);
  });

  it('rejects a request whose signal fires, and admits the one behind it', async () => {
    const { come, admitted } = requests(new Semaphore({ bytes: 100 }));
    const gone = new AbortController();
    await come('first', { bytes: 60 });
    await come('large', { bytes: 80 }, gone.signal);
    await come('small', { bytes: 10 });
    gone.abort('gone');
    await settled();
    expect(admitted).toEqual(['first', 'large: gone', 'small']);
  });

  it('that is closed rejects those who wait and those who come', async () => {
    const semaphore = new Semaphore({ slots: 1 });
    const { come, admitted } = requests(semaphore);
    await come('first', { slots: 1 });
    await come('second', { slots: 1 });
    semaphore.close(new Error('closed'));
    await settled();
    await come('third', { slots: 1 });
    expect(admitted).toEqual(['first', 'second: closed', 'third: closed']);
    expect(semaphore.tryAcquire({ slots: 1 })).toBeUndefined();
  });

  it('never holds more than its capacity but for a single request, and in the end admits everybody', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 20 }),
        async (wants, bytes) => {
          const semaphore = new Semaphore({ bytes });
          const held: number[] = [];
          let admitted = 0;
          await Promise.all(
            wants.map(async (want) => {
              const release = await semaphore.acquire({ bytes: want });
              held.push(want);
              admitted += 1;
              const others = held.reduce((sum, one) => sum + one, 0) - want;
              expect(others === 0 || others + want <= bytes).toBe(true);
              await Promise.resolve();
              held.splice(held.indexOf(want), 1);
              release();
            }),
          );
          expect([admitted, semaphore.waiting]).toEqual([wants.length, 0]);
        },
      ),
    );
  });
});
