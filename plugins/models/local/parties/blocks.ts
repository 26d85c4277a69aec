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

/** A name that may be a party's, at one place, and the block that it stands in. */
export interface PartyCandidate extends PlacedPhrase {
  readonly name: string;
  readonly block: PhraseBlock;
}

/** The largest gap between two lines of a block, in line heights. */
const maxGapHeights = 0.9;
/** Lines of a block differ in size by at most this factor. A name may be set larger than the address below it. */
const maxSizeRatio = 1.6;
const maxNameSizeRatio = 3;
/** Edges that differ by at most this many line heights count as aligned. */
const maxShiftHeights = 0.6;

/** No printed page has more phrases. Of a page without an end, as of a workbook, parties stand at the top or at the bottom. */
const maxPhrases = { top: 1_500, bottom: 500 };

export function blocksOf(layout: DocumentLayout, page: number): readonly PhraseBlock[] {
  const blocks: PlacedPhrase[][] = [];
  let near: PlacedPhrase[][] = [];
  const all = layout.lines.filter((line) => line.page === page).flatMap((line) => line.phrases.map((phrase) => ({ line, phrase })));
  const isLong = all.length > maxPhrases.top + maxPhrases.bottom;
  for (const placed of isLong ? [...all.slice(0, maxPhrases.top), ...all.slice(-maxPhrases.bottom)] : all) {
    near = near.filter((other) => isNear(other, placed));
    const block = isAddressing(placed.phrase.text) ? undefined : near.findLast((other) => continues(other, placed));
    if (block) block.push(placed);
    else {
      const opened = [placed];
      blocks.push(opened);
      near.push(opened);
    }
  }
  return blocks;
}

/** Whether a line may still go on with a block; those that it has left behind are not looked at again. */
function isNear(block: PhraseBlock, { line }: PlacedPhrase): boolean {
  const last = block.at(-1)?.phrase.box;
  return last !== undefined && line.box.y - bottom(last) <= last.height;
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
