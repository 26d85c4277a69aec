import { squash } from '../../../../core/text.js';
import type { ReportValue } from '../content.js';
import type { TextBlock } from './text-blocks.js';

/** A part of a quote inside one cell of one block; `from` and `to` are indices of characters. */
export interface QuoteMark {
  readonly value: ReportValue;
  readonly block: number;
  readonly cell: number;
  readonly from: number;
  readonly to: number;
  /** Whether the quote begins here. */
  readonly begins: boolean;
}

/** A letter of the squashed text, with the block, the cell and the index where it stands. */
interface TextLetter {
  readonly block: number;
  readonly cell: number;
  readonly at: number;
}

/** Finds the quotes of values in a text, ignoring spaces and punctuation. A quote may span several cells. */
export function findQuotes(blocks: readonly TextBlock[], values: readonly ReportValue[]): readonly QuoteMark[] {
  const { text, letters } = lettersOf(blocks);
  return values.flatMap((value) => {
    const quote = squash(value.text ?? '');
    const start = quote === '' ? -1 : indexOfWhole(text, quote, letters);
    if (start < 0) return [];
    const parts = Map.groupBy(letters.slice(start, start + quote.length), ({ block, cell }) => `${block} ${cell}`);
    return [...parts.values()].flatMap((part, index): readonly QuoteMark[] => {
      const [first, last] = [part[0], part.at(-1)];
      return first && last ? [{ value, block: first.block, cell: first.cell, from: first.at, to: last.at + 1, begins: index === 0 }] : [];
    });
  });
}

function lettersOf(blocks: readonly TextBlock[]): { readonly text: string; readonly letters: readonly TextLetter[] } {
  const letters: TextLetter[] = [];
  let text = '';
  for (const [block, { cells }] of blocks.entries())
    for (const [cell, content] of cells.entries())
      for (let at = 0; at < content.length; at += 1) {
        const squashed = squash(content[at] ?? '');
        text += squashed;
        for (const _ of squashed) letters.push({ block, cell, at });
      }
  return { text, letters };
}

/** The first index at which the quote is not part of a longer word; -1 when there is none. */
function indexOfWhole(text: string, quote: string, letters: readonly TextLetter[]): number {
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (!areAdjacent(letters[at - 1], letters[at]) && !areAdjacent(letters[at + quote.length - 1], letters[at + quote.length])) return at;
  }
  return -1;
}

/** Whether two letters are neighbours without a space or punctuation between them. */
const areAdjacent = (one: TextLetter | undefined, other: TextLetter | undefined): boolean =>
  one !== undefined && other !== undefined && one.block === other.block && one.cell === other.cell && other.at - one.at === 1;
