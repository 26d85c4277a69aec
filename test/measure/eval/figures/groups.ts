import type { AnsweredDocument } from '../corpus/ask.js';
import type { CorpusDocument } from '../corpus/corpus.js';

/** Documents that are measured together. */
export type Group = readonly [title: string, members: readonly AnsweredDocument[]];

/** The two kinds of documents for which all figures are given. */
export const kinds = (asked: readonly AnsweredDocument[]): readonly Group[] =>
  filled([
    ['Native text', asked.filter(isNative)],
    ['Scans', asked.filter((one) => !isNative(one))],
  ]);

/** Smaller parts of these kinds. */
export function parts(asked: readonly AnsweredDocument[]): readonly Group[] {
  const scans = asked.filter((one) => !isNative(one));
  const of = (layer: CorpusDocument['textLayer']) => scans.filter(({ document }) => document.textLayer === layer);
  return filled([
    ['Scans of receipts', scans.filter(isReceipt)],
    ['Scans of invoices and bills', scans.filter((one) => !isReceipt(one))],
    ['Scans that are only an image', of('none')],
    ['Scans with a hidden OCR layer', of('ocr')],
    ['Receipts, native text and scans', asked.filter(isReceipt)],
  ]);
}

/** The thirds by source; documents of unknown sources are listed apart. */
export const thirds = (asked: readonly AnsweredDocument[]): readonly Group[] =>
  filled([
    ['seen', asked.filter(({ document }) => document.third === 'seen')],
    ['unseen', asked.filter(isUnseen)],
    ['no source', asked.filter(({ document }) => document.third === null)],
  ]);

export const isNative = ({ document }: Pick<AnsweredDocument, 'document'>): boolean => document.textLayer === 'native';
export const isUnseen = ({ document }: Pick<AnsweredDocument, 'document'>): boolean => document.third === 'unseen';
const isReceipt = ({ document }: AnsweredDocument): boolean => document.isReceipt;

const filled = (groups: readonly Group[]): readonly Group[] => groups.filter(([, members]) => members.length > 0);
