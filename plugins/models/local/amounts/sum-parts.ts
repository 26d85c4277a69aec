import type { Concept, NumberStyle } from '../../../../core/text.js';
import { doubtful, type Find, quoteOf } from '../find.js';
import type { DocumentLayout } from '../page/layout.js';
import { amountsOn, type MoneyAmount, roundAmountsOn } from './amounts.js';
import { type LabelledAmount, labelFor, labelledAmounts } from './labelled-amounts.js';

/** The sums of a document, and what may stand between them. */
export const sumConcepts = [
  'subtotal', 'tax', 'total', 'amount_due', 'discount', 'charge', 'tip', 'rounding', 'withholding', 'prepaid',
] as const satisfies readonly Concept[]; // biome-ignore format: a list
export type SumConcept = (typeof sumConcepts)[number];

/** An amount that may play a part in the sums of a document. */
export interface SumPart extends MoneyAmount {
  /** 0..2; 0 without a label. */
  readonly rank: number;
  readonly quote: string;
}

/** The amounts under the labels of a concept, best first; each value once. */
export type SumParts = (concept: SumConcept) => readonly SumPart[];

/** Documents of hundreds of pages repeat their labels; the best are enough. */
const maxParts = 60;
/** A label that is less of its phrase than this announces nothing. */
const minRank = 0.9;

export function partsOf(layout: DocumentLayout, style: NumberStyle | undefined): SumParts {
  const byConcept = Map.groupBy(
    labelledAmounts(layout, style).filter(({ rank }) => rank >= minRank),
    ({ concept }) => concept,
  );
  const parts = new Map<SumConcept, readonly SumPart[]>();
  return (concept) => {
    const known = parts.get(concept);
    if (known) return known;
    const made = distinct(byConcept.get(concept) ?? roundParts(layout, style, concept));
    parts.set(concept, made);
    return made;
  };
}

/** Amounts without decimals count only beside a label of their own. */
function roundParts(layout: DocumentLayout, style: NumberStyle | undefined, concept: SumConcept): readonly LabelledAmount[] {
  return layout.lines.flatMap((line) => {
    const amounts = line.phrases.some(({ labels }) => labels.some((label) => label.concept === concept)) ? roundAmountsOn(line, style) : [];
    const last = amounts.at(-1);
    const labelled = last && amountsOn(line, style).length === 0 ? labelFor(layout, last, 0) : undefined;
    return labelled?.concept === concept && labelled.labelLine === line && labelled.rank > 1.7
      ? [{ ...labelled, rank: labelled.rank - 0.5 }]
      : [];
  });
}

function distinct(amounts: readonly LabelledAmount[]): readonly SumPart[] {
  const values = new Map<string, SumPart>();
  for (const amount of amounts.toSorted((a, b) => b.rank - a.rank)) {
    const key = amount.value.toString();
    if (!values.has(key)) values.set(key, partOf(amount));
    if (values.size >= maxParts) break;
  }
  return [...values.values()];
}

const partOf = (amount: LabelledAmount): SumPart => ({
  ...amount,
  quote: amount.line === amount.labelLine ? quoteOf(amount.line, amount.label, amount.token) : quoteOf(amount.line, amount.token),
});

/** An amount that no label announces, only the sum it fits into. */
export const unlabelled = (amount: MoneyAmount): SumPart => ({ ...amount, rank: 0, quote: quoteOf(amount.line, amount.token) });

const findOf = (part: SumPart, confidence: Find['confidence'], reason: Find['reason'] = 'exact'): Find => ({
  value: part.token.text,
  page: part.line.page,
  quote: part.quote,
  confidence,
  reason,
});

/** A part whose sum was checked. */
export const proven = (part: SumPart): Find => findOf(part, part.rank > 0 ? 'certain' : 'likely');

/** The best of the parts of a concept where no sum helps: in doubt when another value is announced as well, or when sums that should hold do not. */
export function alone(parts: readonly SumPart[], contradicted: boolean): Find | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const rivals = parts.filter(({ rank }) => rank > first.rank - 0.3);
  if (rivals.length === 1) return findOf(first, contradicted || first.rank < 1.5 ? 'unsure' : 'likely');
  const last = rivals.toSorted((a, b) => b.line.number - a.line.number)[0] ?? first;
  return doubtful(findOf(last, 'unsure'));
}

/** What is due where nothing says so: the total, if nothing is said to be paid either. */
export const inferredDue = (total: Find): Find => ({ ...total, confidence: 'unsure', reason: 'header' });

/** The total of a document that labels it as columns are labelled, `Gesamtpreis 119,00 €`: the largest of its amounts, beside such a label. */
export function columnTotal(layout: DocumentLayout, style: NumberStyle | undefined): Find | undefined {
  const amounts = layout.lines.flatMap((line) => amountsOn(line, style));
  const [largest] = amounts.toSorted((a, b) => b.value.comparedTo(a.value) || b.line.number - a.line.number);
  const labelled = largest && amounts.length > 1 ? labelFor(layout, largest, 0) : undefined;
  const beside = labelled?.concept === 'line_amount' && labelled.labelLine === labelled.line && labelled.rank >= minOwnLabelRank;
  return labelled && beside ? findOf(partOf(labelled), 'likely') : undefined;
}
const minOwnLabelRank = 1.5;
