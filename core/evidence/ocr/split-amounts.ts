import type { Document, Word } from '../../contracts/document.js';
import { boxAround, gapBetween } from '../page/page-index.js';

/** The widest gap between the parts of one amount, in heights; a wider gap separates columns. */
const maxGapHeights = 0.8;

/** An amount that is split before or after its decimal mark: '55.' '90', '1' '.22'. */
const cut = [
  { left: /\d[.,]$/, right: /^\d{2}(?!\d)/ },
  { left: /\d$/, right: /^[.,]\d{2}(?!\d)/ },
];

/**
 * Joins amounts that an OCR engine has split at a decimal mark, as happens in wide type: '55.' and '90' become '55.90'. Only two digits after
 * a mark are joined; the certainty is that of the less sure part. Dust is left out.
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

/** Joins split amounts in the OCR layers that came with the file. Returns the document itself if it has no such layer. */
export function withJoinedAmounts(document: Document): Document {
  if (document.pages.every(({ textLayer }) => textLayer !== 'ocr')) return document;
  return {
    ...document,
    pages: document.pages.map((page) => (page.textLayer === 'ocr' ? { ...page, words: joinSplitAmounts(page.words) } : page)),
  };
}

/** Uncertain marks without a letter or digit, such as edges of logos, rules and stains. */
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
  ...(right.incomplete && { incomplete: true }),
});
