import type { DocumentIndex } from '../page/document-index.js';
import type { Passage } from '../page/locate.js';
import type { Row } from '../page/page-index.js';
import { currencyCodeOf, currencyNamed } from '../print/currency.js';
import { conceptKind } from './concepts/concept-kind.js';
import { columnsIn, labelsIn } from './labels.js';

/** Whether a text is an amount label or an amount column header that names the given currency: `Total € incl. VAT`, `Price (EUR)`. */
export function namesCurrency(text: string, printed: string): boolean {
  const wanted = currencyNamed(printed)?.code;
  const named = wanted !== undefined && text.split(/[\s/()[\]:,-]+/).some((word) => currencyCodeOf(word)?.code === wanted);
  return named && (isAboutAmounts(text) || namesPrices(text));
}

/**
 * Whether a currency stands alone over a column of amounts, as tills print it: it is the only word of its row, and each of the next two
 * rows has an amount that ends near its right edge.
 */
export function headsAmounts({ spans: [span, ...more] }: Passage, index: DocumentIndex): boolean {
  if (!span || more.length > 0 || span.row.words.length > 1) return false;
  const { box, page } = span.row;
  return [1, 2].every((step) =>
    index
      .numbersIn(span.order + step)
      .some(
        ({ row, to, decimals }) => row.page === page && decimals === 2 && Math.abs(endOf(row, to) - box.x - box.width) <= 2 * box.height,
      ),
  );
}

function endOf({ words }: Row, to: number): number {
  const box = words[to - 1]?.box;
  return box ? box.x + box.width : 0;
}

/** `All prices in EUR`: prices or amounts as a whole, in the languages of the lexicon. */
const namesPrices = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => prices.has(word));
const prices = new Set(
  `prices amounts preise beträge prix montants precios importes prezzi importi prijzen bedragen preços valores priser belopp beløb beløp
  ceny kwoty částky sumy cene cijene zneski iznosi hinnat summat árak összegek prețuri prețurile sume τιμές ποσά цени суми hinnad summad
  cenas summas kainos sumos fiyatlar tutarlar`.split(/\s+/),
);

/** Amount labels make up less than this share of a sentence that happens to contain them. */
const minLabelShare = 0.4;

function isAboutAmounts(text: string): boolean {
  const labels = labelsIn(text).filter(({ concept }) => concept !== 'own' && conceptKind(concept) === 'amount');
  const headers = columnsIn(text).filter(({ name }) => conceptKind(name) === 'amount');
  const said = Math.max(lettersOf(labels.map(({ label }) => label)), lettersOf(headers.map(({ phrase }) => phrase)));
  return said >= minLabelShare * lettersOf([text]) && said > 0;
}

const lettersOf = (texts: readonly string[]): number => texts.join('').match(/\p{L}/gu)?.length ?? 0;
