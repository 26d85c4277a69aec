import type { Document, Word } from '../../contracts/document.js';
import { boxAround, gapBetween } from '../page/page-index.js';

/** How far apart, in heights, the parts of one amount may stand: further is the next column. */
const maxGapHeights = 0.8;

/** An amount that is cut before or behind its decimal mark: '55.' '90', '1' '.22'. */
const cut = [
  { left: /\d[.,]$/, right: /^\d{2}(?!\d)/ },
  { left: /\d$/, right: /^[.,]\d{2}(?!\d)/ },
];

/**
 * Puts together what an OCR engine has cut in two at a decimal mark, as it does where the type is wide: '55.' and '90' to '55.90'. Two figures
 * behind a mark belong to it; nothing else is joined. As sure as the less sure part. Dust is left out.
 */
export function joinSplitAmounts(words: readonly Word[]): readonly Word[] {
  const mended: Word[] = [];
  for (const word of words.filter((one) => !isDust(one))) {
    const last = mended.at(-1);
    if (last && belongs(last, word)) mended.splice(-1, 1, joined(last, word));
    else mended.push(word);
  }
  return mended;
}

/** A layer of recognised text that came with the file has the faults of any OCR, whoever made it. The document itself where it has none. */
export function withJoinedAmounts(document: Document): Document {
  if (document.pages.every(({ textLayer }) => textLayer !== 'ocr')) return document;
  return {
    ...document,
    pages: document.pages.map((page) => (page.textLayer === 'ocr' ? { ...page, words: joinSplitAmounts(page.words) } : page)),
  };
}

/** Signs without a letter or figure that the engine itself hardly believes: edges of logos, rules and stains. */
const isDust = ({ text, certainty = 1 }: Word): boolean => certainty < 0.6 && !/[\p{L}\p{N}\p{Sc}%]/u.test(text);

function belongs(left: Word, right: Word): boolean {
  const inLine = Math.abs(left.box.y - right.box.y) < Math.min(left.box.height, right.box.height) / 2;
  const gap = gapBetween(left, right);
  return left.ocr && inLine && gap >= 0 && gap <= maxGapHeights && cut.some((at) => at.left.test(left.text) && at.right.test(right.text));
}

const joined = (left: Word, right: Word): Word => ({
  ...left,
  text: left.text + right.text,
  box: boxAround([left, right]),
  ...(left.certainty !== undefined && { certainty: Math.min(left.certainty, right.certainty ?? 0) }),
});
