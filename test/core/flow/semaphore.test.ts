import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryLimit, type Release, Semaphore, wordLimit } from '../../../core/flow/semaphore.js';
import type { Page } from '../../../core/index.js';

describe('semaphore', () => {
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
});

describe('memory limit', () => {
  const word = { text: 'Total', box: { x: 0, y: 0, width: 30, height: 10 }, ocr: false };
  const documentOf = (words: number): { pages: Page[] } => ({
    pages: [{ number: 1, width: 595, height: 842, textLayer: 'native', words: Array.from({ length: words }, () => word), hidden: [] }],
  });

  /** Documents within a limit of so many words; tells which of them were admitted. */
  function limitOf(words: number) {
    const limit = new MemoryLimit(words);
    const admitted: string[] = [];
    return {
      admitted,
      async come(name: string, words: number, signal = new AbortController().signal) {
        let release = (): void => undefined;
        const done = limit.acquire(documentOf(words), signal).then(
          (given) => {
            release = given;
            admitted.push(name);
          },
          (reason: unknown) => void admitted.push(`${name}: ${reason}`),
        );
        await new Promise(setImmediate);
        return { done, clear: () => release() };
      },
    };
  }

  const settled = () => new Promise(setImmediate);

  describe('documents that are worked on together', () => {
    it('are as many as fit into the limit', async () => {
      const { come, admitted } = limitOf(100);
      for (const name of ['a', 'b', 'c']) await come(name, 40);
      expect(admitted).toEqual(['a', 'b']);
    });

    it('are at least one, however large', async () => {
      const { come, admitted } = limitOf(100);
      await come('a book', 1_000);
      expect(admitted).toEqual(['a book']);
    });

    it('are admitted in the order of their arrival', async () => {
      const { come, admitted } = limitOf(100);
      const first = await come('first', 100);
      for (const name of ['second', 'third']) await come(name, 60);
      first.clear();
      await settled();
      expect(admitted).toEqual(['first', 'second']);
    });

    it('overtake those that do not fit where they are at most a hundredth of the limit', async () => {
      const { come, admitted } = limitOf(1_000);
      const first = await come('first', 600);
      await come('large', 900);
      await come('middling', 11);
      await come('small', 10);
      expect(admitted).toEqual(['first', 'small']);
      first.clear();
      await settled();
      expect(admitted).toEqual(['first', 'small', 'large', 'middling']);
    });

    it('wait in their turn where there is no room for them either', async () => {
      const { come, admitted } = limitOf(1_000);
      await come('first', 995);
      await come('large', 900);
      await come('small', 10);
      expect(admitted).toEqual(['first']);
    });

    it('give their words back once, however often they are released', async () => {
      const { come, admitted } = limitOf(100);
      const first = await come('first', 60);
      await come('second', 40);
      first.clear();
      first.clear();
      for (const name of ['third', 'fourth']) await come(name, 60);
      expect(admitted).toEqual(['first', 'second', 'third']);
    });

    it('wait no longer than their request; then the next one may be admitted', async () => {
      const { come, admitted } = limitOf(100);
      const deadline = new AbortController();
      await come('first', 60);
      const late = await come('late', 90, deadline.signal);
      await come('small', 10);
      expect(admitted).toEqual(['first']);
      deadline.abort('the deadline');
      await settled();
      late.clear();
      expect(admitted).toEqual(['first', 'late: the deadline', 'small']);
    });

    it('are not admitted for a request that is over', async () => {
      const { come, admitted } = limitOf(100);
      await come('late', 1, AbortSignal.abort('gone'));
      await come('next', 100);
      expect(admitted).toEqual(['late: gone', 'next']);
    });
  });

  describe('the words that a process may work on', () => {
    it('fill two fifths of its heap', () => {
      expect(wordLimit(256 * 1_048_576)).toBe(42_949);
    });

    it('are no more than it can read in ten seconds', () => {
      expect(wordLimit(4_096 * 1_048_576)).toBe(200_000);
    });
  });
});
