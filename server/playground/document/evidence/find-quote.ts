import { plainText } from '../page-text.js';

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The ranges of a quote in the characters of a page: one, or a few where a table separates its parts. `occurrence` is the number of the
 * match among equal rows, from 0. Undefined when one of its words is not on the page.
 */
export function findQuote(characters: string, quote: string, occurrence = 0): readonly TextRange[] | undefined {
  const { text } = plainText(quote);
  if (text === '') return undefined;
  const whole = nth(characters, text, occurrence) ?? nth(characters, text, 0);
  return whole === undefined ? inPieces(characters, quote) : [{ from: whole, to: whole + text.length }];
}

function nth(characters: string, text: string, occurrence: number): number | undefined {
  let at = characters.indexOf(text);
  for (let passed = 0; at >= 0 && passed < occurrence; passed += 1) at = characters.indexOf(text, at + text.length);
  return at < 0 ? undefined : at;
}

const maxPieces = 5;

/** Finds the longest beginning that is printed, then does the same with the rest. */
function inPieces(characters: string, quote: string): readonly TextRange[] | undefined {
  let words = quote.split(/\s+/).filter((word) => plainText(word).text !== '');
  const ranges: TextRange[] = [];
  while (words.length > 0) {
    const piece = longest(characters, words, ranges.at(-1)?.to ?? 0);
    if (!piece || ranges.length === maxPieces) return undefined;
    ranges.push(piece.range);
    words = words.slice(piece.words);
  }
  return ranges;
}

function longest(
  characters: string,
  words: readonly string[],
  after: number,
): { readonly range: TextRange; readonly words: number } | undefined {
  for (let count = words.length; count > 0; count -= 1) {
    const { text } = plainText(words.slice(0, count).join(''));
    const ahead = characters.indexOf(text, after);
    const from = ahead < 0 ? characters.indexOf(text) : ahead;
    if (from >= 0) return { range: { from, to: from + text.length }, words: count };
  }
  return undefined;
}
