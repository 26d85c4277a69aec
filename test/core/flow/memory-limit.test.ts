import { describe, expect, it } from 'vitest';
import { MemoryLimit, wordsThatFit } from '../../../core/flow/memory-limit.js';
import type { Page } from '../../../core/index.js';

const word = { text: 'Total', box: { x: 0, y: 0, width: 30, height: 10 }, ocr: false };
const documentOf = (words: number): { pages: Page[] } => ({
  pages: [{ number: 1, width: 595, height: 842, textLayer: 'native', words: Array.from({ length: words }, () => word), hidden: [] }],
});

/** Documents on a bench for so many words; tells which of them lie there. */
function bench(most: number) {
  const workbench = new MemoryLimit(most);
  const laid: string[] = [];
  return {
    laid,
    async come(name: string, words: number, signal = new AbortController().signal) {
      const place = workbench.place(signal);
      const done = place.lay(documentOf(words)).then(
        () => void laid.push(name),
        (reason: unknown) => void laid.push(`${name}: ${reason}`),
      );
      await new Promise(setImmediate);
      return { done, clear: () => place.clear() };
    },
  };
}

const settled = () => new Promise(setImmediate);

describe('the documents that are worked on together', () => {
  it('are as many as have room', async () => {
    const { come, laid } = bench(100);
    for (const name of ['a', 'b', 'c']) await come(name, 40);
    expect(laid).toEqual(['a', 'b']);
  });

  it('are at least one, however large', async () => {
    const { come, laid } = bench(100);
    await come('a book', 1_000);
    expect(laid).toEqual(['a book']);
  });

  it('come in the order of their arrival where they have room', async () => {
    const { come, laid } = bench(100);
    const first = await come('first', 100);
    for (const name of ['second', 'third']) await come(name, 60);
    first.clear();
    await settled();
    expect(laid).toEqual(['first', 'second']);
  });

  it('pass those that there is no room for where they are a hundredth of it, and do not where they are more', async () => {
    const { come, laid } = bench(1_000);
    const first = await come('first', 600);
    await come('large', 900);
    await come('middling', 11);
    await come('small', 10);
    expect(laid).toEqual(['first', 'small']);
    first.clear();
    await settled();
    expect(laid).toEqual(['first', 'small', 'large', 'middling']);
  });

  it('pass nobody where there is no room for themselves', async () => {
    const { come, laid } = bench(1_000);
    await come('first', 995);
    await come('large', 900);
    await come('small', 10);
    expect(laid).toEqual(['first']);
  });

  it('make room once, however often they are cleared away', async () => {
    const { come, laid } = bench(100);
    const first = await come('first', 60);
    await come('second', 40);
    first.clear();
    first.clear();
    for (const name of ['third', 'fourth']) await come(name, 60);
    expect(laid).toEqual(['first', 'second', 'third']);
  });

  it('do not wait longer than their request: who comes after has the room', async () => {
    const { come, laid } = bench(100);
    const deadline = new AbortController();
    await come('first', 60);
    const late = await come('late', 90, deadline.signal);
    await come('small', 10);
    expect(laid).toEqual(['first']);
    deadline.abort('the deadline');
    await settled();
    late.clear();
    expect(laid).toEqual(['first', 'late: the deadline', 'small']);
  });

  it('are none for a request that is over', async () => {
    const { come, laid } = bench(100);
    await come('late', 1, AbortSignal.abort('gone'));
    await come('next', 100);
    expect(laid).toEqual(['late: gone', 'next']);
  });
});

describe('the room of a process', () => {
  it('is that of two fifths of its heap', () => {
    expect(wordsThatFit(256 * 1_048_576)).toBe(42_949);
  });

  it('is no more than what it can do in ten seconds', () => {
    expect(wordsThatFit(4_096 * 1_048_576)).toBe(200_000);
  });
});
