import type { Concept, NumberStyle } from '../../../../core/text.js';
import { type Find, quoteOf } from '../find.js';
import type { DocumentLayout } from '../page/layout.js';
import { amountsOn, type MoneyAmount, roundAmountsOn } from './amounts.js';
import { type LabelledAmount, labelFor, labelledAmounts } from './labelled-amounts.js';

export interface SumTriple {
  readonly subtotal: SumPart;
  /** Undefined where no tax is printed and the total equals the subtotal. */
  readonly tax: SumPart | undefined;
  readonly total: SumPart;
  readonly score: number;
}

/** The concepts of a document's sums and of what may stand between them. */
export const sumConcepts = [
  'subtotal', 'tax', 'total', 'amount_due', 'discount', 'charge', 'tip', 'rounding', 'withholding', 'prepaid',
] as const satisfies readonly Concept[]; // biome-ignore format: a list
export type SumConcept = (typeof sumConcepts)[number];

/** An amount that may be one of a document's sums. */
export interface SumPart extends MoneyAmount {
  /** How well its label fits, 0..2; 0 without a label. */
  readonly rank: number;
  readonly quote: string;
}

/** The amounts with a label of a concept, best first, each value once. */
export type SumParts = (concept: SumConcept) => readonly SumPart[];

/** Documents of hundreds of pages repeat their labels, so only the best amounts are kept. */
const maxParts = 60;
/** Below this rank a label is too small a part of its phrase to announce anything. */
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

/** Amounts without decimals count only beside a label in their own row. */
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

/** An amount without a label, which only a matching sum can explain. */
export const unlabelled = (amount: MoneyAmount): SumPart => ({ ...amount, rank: 0, quote: quoteOf(amount.line, amount.token) });

const findOf = (part: SumPart, confidence: Find['confidence'], reason: Find['reason'] = 'exact'): Find => ({
  value: part.token.text,
  page: part.line.page,
  quote: part.quote,
  confidence,
  reason,
});

/** The find for a part that a sum has confirmed. */
export const proven = (part: SumPart): Find => findOf(part, part.rank > 0 ? 'certain' : 'likely');

/**
 * The best part of a concept where no sum confirms any. Doubtful when another value is labelled as well, or when sums that should hold do
 * not.
 */
export function alone(parts: readonly SumPart[], contradicted: boolean): Find | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const rivals = parts.filter(({ rank }) => rank > first.rank - 0.3);
  if (rivals.length === 1) return findOf(first, contradicted || first.rank < 1.5 ? 'unsure' : 'likely');
  const last = rivals.toSorted((a, b) => b.line.number - a.line.number)[0] ?? first;
  return contested(findOf(last, 'unsure'));
}

/** The same find as a mere guess: of several amounts that could be it, the right one is found in less than half of all documents. */
export const contested = (find: Find): Find => ({ ...find, confidence: 'guess', reason: 'multiple' });

/** The amount due where none is printed: the total, provided that nothing is paid yet. */
export const inferredDue = (total: Find): Find => ({ ...total, confidence: 'unsure', reason: 'header' });

/** The largest amount, where it stands beside the label of a column: some documents label their total like `Gesamtpreis 119,00 €`. */
export function columnTotal(layout: DocumentLayout, style: NumberStyle | undefined): Find | undefined {
  const amounts = layout.lines.flatMap((line) => amountsOn(line, style));
  const [largest] = amounts.toSorted((a, b) => b.value.comparedTo(a.value) || b.line.number - a.line.number);
  const labelled = largest && amounts.length > 1 ? labelFor(layout, largest, 0) : undefined;
  const beside = labelled?.concept === 'line_amount' && labelled.labelLine === labelled.line && labelled.rank >= minOwnLabelRank;
  return labelled && beside ? findOf(partOf(labelled), 'likely') : undefined;
}
const minOwnLabelRank = 1.5;
