import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoize, memoizeByObject, memoizeByPair, memoizeRecent } from '../../../core/values/memoize.js';

/** A function that tells what it was asked. */
function asked<Of extends unknown[], Result>(make: (...of: Of) => Result) {
  const questions: Of[] = [];
  return {
    questions,
    make: (...of: Of): Result => {
      questions.push(of);
      return make(...of);
    },
  };
}

describe('what is memoized for a text', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is worked out once, also where it is nothing', () => {
    const { make, questions } = asked((text: string) => (text === '' ? undefined : text.length));
    const length = memoize(make);
    expect([length('Total'), length('Total'), length(''), length('')]).toEqual([5, 5, undefined, undefined]);
    expect(questions).toEqual([['Total'], ['']]);
  });

  it('is forgotten after a second', () => {
    const { make, questions } = asked((text: string) => text.length);
    const length = memoize(make);
    length('Total');
    vi.advanceTimersByTime(1_000);
    length('Total');
    expect(questions).toHaveLength(2);
  });

  it('is never of more than a bounded number of characters', () => {
    const { make, questions } = asked((text: string) => text.length);
    const length = memoize(make);
    const texts = Array.from({ length: 30 }, (_, at) => String(at).padEnd(50_000));
    for (const text of [...texts, ...texts]) length(text);
    expect(questions).toHaveLength(60 - 19);
  });

  it('is kept of short texts beside one that is too long, which leaves nothing to be forgotten', () => {
    const { make, questions } = asked((text: string) => text.length);
    const length = memoize(make);
    const long = ' '.repeat(1_000_000);
    expect([length(long), length(long), vi.getTimerCount()]).toEqual([1_000_000, 1_000_000, 0]);
    for (const text of ['total', 'total']) length(text);
    expect([questions.length, vi.getTimerCount()]).toEqual([3, 1]);
  });

  it('is never more than a bounded number of texts: the first stay, for all are asked in turn', () => {
    const { make, questions } = asked((text: string) => text.length);
    const length = memoize(make);
    for (const _ of ['once', 'again']) for (let text = 0; text <= 40_000; text += 1) length(String(text));
    expect(questions).toHaveLength(40_002);
  });
});

describe('what is memoized for an object', () => {
  it('is worked out once for each', () => {
    const { make, questions } = asked((row: { text: string }) => row.text.length);
    const length = memoizeByObject(make);
    const row = { text: 'Total' };
    expect([length(row), length(row), length({ text: 'Total' })]).toEqual([5, 5, 5]);
    expect(questions).toHaveLength(2);
  });

  it('is worked out once for each pair', () => {
    const { make, questions } = asked((row: { text: string }, page: { number: number }) => `${row.text} ${page.number}`);
    const place = memoizeByPair(make);
    const [row, first, second] = [{ text: 'Total' }, { number: 1 }, { number: 2 }];
    expect([place(row, first), place(row, second), place(row, first)]).toEqual(['Total 1', 'Total 2', 'Total 1']);
    expect(questions).toHaveLength(2);
  });
});

describe('what is memoized for the most recent texts', () => {
  it('is worked out once while they keep coming', () => {
    const { make, questions } = asked((text: string) => text.length);
    const length = memoizeRecent(2, make);
    expect(['invoice', 'receipt', 'invoice', 'bill', 'invoice'].map(length)).toEqual([7, 7, 7, 4, 7]);
    expect(questions).toEqual([['invoice'], ['receipt'], ['bill']]);
  });

  it('is forgotten of the one that came least lately', () => {
    const { make, questions } = asked((text: string) => text.length);
    const length = memoizeRecent(2, make);
    for (const text of ['invoice', 'receipt', 'bill', 'invoice']) length(text);
    expect(questions).toHaveLength(4);
  });

  it('is nothing where it cannot be made', () => {
    const parse = memoizeRecent(2, (text: string): unknown => JSON.parse(text));
    expect(() => parse('{')).toThrow(SyntaxError);
    expect(() => parse('{')).toThrow(SyntaxError);
  });
});
