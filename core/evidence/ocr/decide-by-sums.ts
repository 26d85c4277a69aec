import type { Document, Word } from '../../contracts/document.js';
import { printedUnder } from '../labels/nearby/values-under.js';
import { DocumentIndex } from '../page/document-index.js';
import { confusions } from './confusions.js';

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
