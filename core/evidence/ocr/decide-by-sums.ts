import type { Document, Word } from '../../contracts/document.js';
import { printedUnder } from '../labels/nearby/values-under.js';
import { DocumentIndex } from '../page/document-index.js';

/** With more doubtful amounts than this, a sum could hold by chance. */
const maxDoubtfulAmounts = 12;

/**
 * Lets arithmetic decide between readings of an amount. If subtotal, tax and total do not add up, and exactly one other reading of one amount
 * makes them add up, that reading counts and the first one is kept as the alternative. Other doubtful words stay doubtful.
 */
export function decideBySums(document: Document): Document {
  const swaps = document.pages.flatMap(({ words }) => words.flatMap((word) => otherReadings(word).map((text) => ({ word, text }))));
  if (swaps.length === 0 || swaps.length > maxDoubtfulAmounts || addsUp(document)) return document;
  const [decided, ...others] = swaps.map((swap) => withReading(document, swap)).filter(addsUp);
  return decided && others.length === 0 ? decided : document;
}

const hasFigure = (text: string): boolean => /\d/.test(text);

/** What an amount may be instead: what another OCR result has, or what it is if its letters are misread digits. */
const otherReadings = ({ text, otherwise, ocr }: Word): readonly string[] =>
  ocr ? [...new Set([...(otherwise !== undefined && hasFigure(otherwise) ? [otherwise] : []), ...confusions(text)])] : [];

interface AmountReading {
  readonly word: Word;
  readonly text: string;
}

const withReading = (document: Document, { word, text }: AmountReading): Document => ({
  ...document,
  pages: document.pages.map((page) => ({
    ...page,
    words: page.words.map((other) => (other === word ? { ...word, text, otherwise: word.text } : other)),
  })),
});

/** Whether any labelled subtotal, tax and total of the document add up. */
function addsUp(document: Document): boolean {
  const index = new DocumentIndex(document);
  const [subtotals, taxes, totals] = (['subtotal', 'tax', 'total'] as const).map((concept) => printedUnder(concept, index));
  return (totals ?? []).some((total) =>
    (subtotals ?? []).some((subtotal) => (taxes ?? []).some((tax) => subtotal.amount.plus(tax.amount).eq(total.amount))),
  );
}

/** Letters that OCR engines confuse with digits. Source: common tables of OCR confusions. */
const figures: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  D: '0',
  Q: '0',
  l: '1',
  I: '1',
  i: '1',
  '|': '1',
  Z: '2',
  S: '5',
  s: '5',
  G: '6',
  B: '8',
};

/** An amount in which letters stand in the place of digits. */
const amountLike = /^[^\p{L}\d]?[\dOoDQlIi|ZSsGB.,]*[.,][\dOoDQlIi|ZSsGB]{2}$/u;

/** The amount a word is if its letters are misread digits: '1O.0O' → ['10.00']; 'SB.50' → [], because too few digits are sure; '12.00' → []. */
export function confusions(text: string): readonly string[] {
  const mistaken = [...text].filter((character) => character in figures).length;
  const sure = text.replace(/\D/g, '').length;
  if (mistaken === 0 || mistaken > sure || !amountLike.test(text)) return [];
  return [withFigures(text)];
}

/** Whether the digits among a word's letters are those letters, misread: 'Sc0op' and 'Scoop'; '10' and 'IO' may be anything. */
export const isMisreadWord = (mixed: string, word: string): boolean =>
  hasBoth(mixed) && !/\d/.test(word) && withFigures(mixed) === withFigures(word);

/** Whether digits and letters stand side by side. */
export const hasBoth = (text: string): boolean => /\d\p{L}|\p{L}\d/u.test(text);

const withFigures = (text: string): string => [...text].map((character) => figures[character] ?? character).join('');
