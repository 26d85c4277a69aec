import type { Decimal } from '../../contracts/amount.js';
import type { Concept } from '../../contracts/concept.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject, once } from '../../values/memoize.js';
import { decimal } from '../../values/money.js';
import { numberWords } from '../labels/lexicon.js';
import { valuesUnder } from '../labels/nearby/values-under.js';
import { phraseFinder } from '../labels/phrases.js';
import type { DocumentIndex } from '../page/document-index.js';
import { printedBetween } from '../page/printed-between.js';
import { numberInWords } from './number-words.js';
import { partsOf, type ReadingPart } from './sentences.js';

/** What is said of an amount, and where. */
export interface SaidOfSum {
  readonly page: number;
  readonly text: string;
}

/** After the label of an amount in words, in characters; a currency may stand before the number. */
const maxSentence = 400;
const maxWordsBefore = 3;

/** Amounts in words of which no figure of the document has the whole part. */
export const wordsAgainstFigures = (index: DocumentIndex): readonly SaidOfSum[] =>
  index.pages.flatMap((pageIndex) =>
    partsOf(pageIndex).flatMap((part) =>
      labelsOfWords(part).flatMap(({ phrase, to }): SaidOfSum[] => {
        const words = part.whole
          .slice(part.start + to, part.start + to + maxSentence)
          .split(/\s+/)
          .filter((word) => /\p{L}/u.test(word));
        const start = [0, 1, 2, maxWordsBefore].find((at) => numberInWords(words.slice(at)) !== undefined);
        const said = start === undefined ? undefined : numberInWords(words.slice(start));
        const isPrinted =
          said === undefined || index.numbers.some(({ readings }) => readings.some((amount) => amount.abs().trunc().eq(said)));
        return isPrinted ? [] : [{ page: pageIndex.page.number, text: `${phrase}: ${words.slice(0, 12).join(' ')}` }];
      }),
    ),
  );

const labels = once(() => phraseFinder([['label', numberWords.labels]]));
export const labelsOfWords = memoizeByObject(({ text }: ReadingPart) => labels()(text));

/** The total where it is marked as a credit: `1,234.56 CR`. */
export const creditedTotals = (index: DocumentIndex): readonly SaidOfSum[] =>
  [totalField, dueField].flatMap((field) =>
    valuesUnder(field, index).flatMap(({ span: { row, from, to } }): SaidOfSum[] => {
      const said = row.words.slice(from, to + 1).map(({ text }) => text);
      return said.some((word) => /^\(?CR\.?\)?$/.test(word)) ? [{ page: row.page, text: said.join(' ') }] : [];
    }),
  );

/** What is due where it is more than a total that its own parts add up to, and nothing printed leads from one to the other. */
export function dueAboveTotal(index: DocumentIndex): readonly SaidOfSum[] {
  const [dues, totals] = [amountsOf(dueField, index), amountsOf(totalField, index)];
  if (dues.length === 0 || totals.length === 0) return [];
  const sums = sumsOf(index);
  const total = totals.find(({ amount }) => sums.has(amount.toString()));
  if (!total) return [];
  const isExplained = [...dues, ...totals.filter((one) => one.amount.gt(total.amount))].some(
    ({ amount }) =>
      amount.lte(total.amount) ||
      printedBetween(total.amount, amount, index, () => false) !== undefined ||
      isPrintedApart(amount.minus(total.amount), total.amount, index),
  );
  const [due] = dues;
  return isExplained || !due ? [] : [{ page: due.page, text: `${total.text} and ${due.text}` }];
}

/** The sums of a subtotal and a tax of the document. */
function sumsOf(index: DocumentIndex): ReadonlySet<string> {
  const taxes = amountsOf(taxField, index);
  return new Set(amountsOf(subtotalField, index).flatMap((subtotal) => taxes.map((tax) => subtotal.amount.plus(tax.amount).toString())));
}

/** What has more amounts under one label is a list of many documents. */
const maxAmounts = 60;

interface SaidAmount extends SaidOfSum {
  readonly amount: Decimal;
}

const amountsOf = (field: Field, index: DocumentIndex): readonly SaidAmount[] =>
  valuesUnder(field, index)
    .slice(0, maxAmounts)
    .map(({ value, text, label, span }) => ({ amount: decimal(value), text: `${label} ${text}`, page: span.row.page }));

/** Whether what is added stands somewhere and is not the total itself, as a former balance or a fee does. */
const isPrintedApart = (added: Decimal, total: Decimal, index: DocumentIndex): boolean =>
  !added.eq(total) && index.amountsAt(added).length > 0;

const asked = (concept: Concept): Field => ({
  path: `$shadow.${concept}`,
  names: [concept],
  type: 'number',
  description: '',
  hints: [],
  required: false,
  shadow: true,
});
const totalField = asked('total');
const dueField = asked('amount_due');
const subtotalField = asked('subtotal');
const taxField = asked('tax');
