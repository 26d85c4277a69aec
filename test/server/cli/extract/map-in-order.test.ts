import { describe, expect, it } from 'vitest';
import { mapInOrder } from '../../../../server/cli/extract/answer-all.js';

const all = async <T>(results: AsyncIterable<T>): Promise<readonly T[]> => {
  const seen: T[] = [];
  for await (const result of results) seen.push(result);
  return seen;
};
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const { signal } = new AbortController();

describe('work on many files', () => {
  it('yields the results in order although the first takes longest', async () => {
    const work = async (ms: number) => later(ms).then(() => ms);
    expect(await all(mapInOrder({ items: [30, 10, 1], jobs: 3, signal }, work))).toEqual([30, 10, 1]);
  });

  it.each([1, 2, 5])('never has more than %i at a time', async (jobs) => {
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await later(2);
      running -= 1;
    };
    await all(mapInOrder({ items: [...Array(9).keys()], jobs, signal }, work));
    expect(most).toBe(jobs);
  });

  it('fails in order, after the results before it', async () => {
    const seen: number[] = [];
    const work = async (item: number) => (item === 2 ? Promise.reject(new Error('two')) : item);
    const run = async () => {
      for await (const result of mapInOrder({ items: [1, 2, 3], jobs: 3, signal }, work)) seen.push(result);
    };
    await expect(run()).rejects.toThrow('two');
    expect(seen).toEqual([1]);
  });
});

it('begins with nothing more once it is told to stop, and gives what was begun', async () => {
  const stop = new AbortController();
  const begun: number[] = [];
  const given: number[] = [];
  const work = async (item: number): Promise<number> => {
    begun.push(item);
    if (item === 3) stop.abort();
    return item;
  };
  for await (const item of mapInOrder({ items: [1, 2, 3, 4, 5], jobs: 2, signal: stop.signal }, work)) given.push(item);
  expect([begun, given]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
});
