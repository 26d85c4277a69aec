import { bottom, misalignment, type PageLine, type Phrase } from '../../../../core/text.js';
import { type DocumentLayout } from '../layout.js';
import { isAddressing, nameIn } from './names.js';

/** A phrase and the row it stands in. */
export interface PlacedPhrase {
  readonly line: PageLine;
  readonly phrase: Phrase;
}

/**
 * Aligned phrases below one another without an empty line, from the top: an address, a paragraph or a column. A form of address begins a
 * new one.
 */
export type PhraseBlock = readonly PlacedPhrase[];

/** The largest gap between two lines of a block, in line heights. */
const maxGapHeights = 0.9;
/** Lines of a block differ in size by at most this factor. A name may be set larger than the address below it. */
const maxSizeRatio = 1.6;
const maxNameSizeRatio = 3;
/** Edges that differ by at most this many line heights count as aligned. */
const maxShiftHeights = 0.6;

export function blocksOf(layout: DocumentLayout, page: number): readonly PhraseBlock[] {
  const blocks: PlacedPhrase[][] = [];
  for (const line of layout.lines.filter((other) => other.page === page))
    for (const phrase of line.phrases) {
      const placed = { line, phrase };
      const block = isAddressing(phrase.text) ? undefined : blocks.findLast((other) => continues(other, placed));
      if (block) block.push(placed);
      else blocks.push([placed]);
    }
  return blocks;
}

function continues(block: PhraseBlock, { line, phrase }: PlacedPhrase): boolean {
  const last = block.at(-1);
  if (!last || last.line === line) return false;
  const [a, b] = [last.phrase.box, phrase.box];
  const height = Math.min(a.height, b.height);
  const gap = b.y - bottom(a);
  if (gap > maxGapHeights * height || gap < -height) return false;
  const largest = block.length === 1 && a.height > b.height && nameIn(last.phrase.text) !== undefined ? maxNameSizeRatio : maxSizeRatio;
  if (Math.max(a.height, b.height) > largest * height) return false;
  return misalignment(a, b) <= maxShiftHeights * height;
}
