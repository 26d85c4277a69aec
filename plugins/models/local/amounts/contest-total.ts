import { type Decimal, decimal } from '../../../../core/index.js';
import { type LabelConcept, letters, type NumberStyle, readingsIn, tenderIn } from '../../../../core/text.js';
import type { Find } from '../find.js';
import { type DocumentLayout, phraseAt } from '../layout.js';
import { amountsOn, labelFor, type MoneyAmount } from './labelled-amounts.js';
import { contested, type SumConcept } from './sum-parts.js';

type SumFinds = Readonly<Partial<Record<SumConcept, Find>>>;

/**
 * Contests a total that a larger amount exceeds: any, where no sum proves the total, else one that may be the whole itself. The parts of a
 * contested sum are contested with it. Nothing tells that a total is due while more than it may be.
 */
export function contestTotal(
  finds: SumFinds & { readonly total: Find },
  isSum: boolean,
  { layout, style }: { readonly layout: DocumentLayout; readonly style: NumberStyle | undefined },
): SumFinds {
  const [value] = readingsIn(finds.total.value, style);
  const larger = value === undefined ? [] : largerThan(value, layout, style);
  const isContested = larger.length > 0 && (finds.total.confidence !== 'certain' || larger.some((amount) => mayBeWhole(amount, layout)));
  const doubted: readonly SumConcept[] = [
    ...(isContested ? (isSum ? (['subtotal', 'tax', 'total'] as const) : (['total'] as const)) : []),
    ...(finds.amount_due?.reason === 'header' && larger.some((amount) => mayBeOwed(amount, layout)) ? (['amount_due'] as const) : []),
  ];
  return { ...finds, ...Object.fromEntries(doubted.flatMap((concept) => (finds[concept] ? [[concept, contested(finds[concept])]] : []))) };
}

/**
 * The printed amounts that exceed what was taken for the total. Nothing on an invoice does but what the total follows from, such as prices
 * before a discount, or what has nothing to do with it, such as an earlier balance or the cash that was handed over. So the total may be only
 * a part of the whole.
 */
const largerThan = (total: Decimal, layout: DocumentLayout, style: NumberStyle | undefined): readonly MoneyAmount[] =>
  layout.lines
    .filter((line) => tenderIn(line.text) === undefined)
    .flatMap((line) => amountsOn(line, style))
    .filter((amount) => amount.value.abs().greaterThan(total.abs().plus(rounding)) && !isInProse(amount) && !isId(amount));

/** Totals are rounded to coins. */
const rounding = decimal('0.05');

/** Whether an amount may be the whole itself: it stands outside the item rows, and no label makes it something else. */
const mayBeWhole = (amount: MoneyAmount, layout: DocumentLayout): boolean => isNone(explained, amount, layout);

/** Whether an amount may be owed besides the total. */
const mayBeOwed = (amount: MoneyAmount, layout: DocumentLayout): boolean => isNone(beforeTotal, amount, layout);

function isNone(concepts: ReadonlySet<LabelConcept>, amount: MoneyAmount, layout: DocumentLayout): boolean {
  if (layout.body.has(amount.line.number)) return false;
  const concept = labelFor(layout, amount, 0)?.concept;
  return concept === undefined || !concepts.has(concept);
}

/** What may exceed the total of an invoice, or is known apart from it. */
const explained: ReadonlySet<LabelConcept> = new Set<LabelConcept>([
  'subtotal',
  'amount_due',
  'prepaid',
  'discount',
  'charge',
  'withholding',
  'other_amount',
]);

/** What a total follows from. */
const beforeTotal: ReadonlySet<LabelConcept> = new Set<LabelConcept>(['subtotal', 'discount']);

/** Whether an amount is part of a sentence, as the capital of a company is. */
const isInProse = ({ line, token }: MoneyAmount): boolean => {
  const phrase = phraseAt(line, token.from);
  return phrase !== undefined && letters(phrase.text) > maxLabelLetters;
};
const maxLabelLetters = 28;

/** Whether a number is a code with letters that look like a currency. */
const isId = ({ token }: MoneyAmount): boolean => /\d{9}/.test(token.text);
