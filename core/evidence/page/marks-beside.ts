import { fold, squash } from '../print/normalise.js';
import type { PageSpan } from './span.js';

interface Marked extends PageSpan {
  readonly word: { readonly text: string };
}

/**
 * Extends a range of quoted words by the marks around them that are words of their own on the page: `EUR 5.00 -` and `55.00 €`. Without them
 * the evidence would lose its sign or currency. The end is exclusive.
 */
export function withMarks(quote: string, words: readonly Marked[], [from, to]: readonly [number, number]): readonly [number, number] {
  const [, before = '', after = ''] = /^([^\p{L}\p{N}]*).*?([^\p{L}\p{N}]*)$/su.exec(fold(quote)) ?? [];
  const left = consumed([...marksFrom(words, from, -1)], reversed(before.replace(/\s/g, '')), reversed);
  const right = consumed([...marksFrom(words, to - 1, 1)], after.replace(/\s/g, ''), (text) => text);
  return [from - left, to + right];
}

/** The marks attached to one side of a word, then the words in its row that consist of marks only. */
function* marksFrom(words: readonly Marked[], at: number, step: 1 | -1): Generator<string> {
  const edge = fold(words[at]?.word.text ?? '');
  yield (step === 1 ? /[^\p{L}\p{N}]*$/u : /^[^\p{L}\p{N}]*/u).exec(edge)?.[0] ?? '';
  for (let next = at + step; words[next]?.row === words[at]?.row; next += step) {
    const text = words[next]?.word.text;
    if (text === undefined || squash(text) !== '') return;
    yield fold(text);
  }
}

/** How many words of marks the quote continues with; the first marks belong to the quoted word itself. */
function consumed([clinging = '', ...marks]: readonly string[], quoted: string, outwards: (text: string) => string): number {
  const own = outwards(clinging);
  let rest = quoted.startsWith(own) ? quoted.slice(own.length) : quoted;
  let count = 0;
  for (const mark of marks.map(outwards)) {
    if (mark === '' || !rest.startsWith(mark)) break;
    rest = rest.slice(mark.length);
    count += 1;
  }
  return count;
}

const reversed = (text: string): string => [...text].toReversed().join('');
