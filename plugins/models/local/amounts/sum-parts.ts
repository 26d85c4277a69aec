import type { Concept, NumberStyle } from '../../../../core/text.js';
import { doubtful, type Find, quoteOf } from '../find.js';
import type { Sheet } from '../page/layout.js';
import { type Amount, amountsOn, roundAmountsOn } from './amounts.js';
import { type LabelledAmount, labelFor, labelledAmounts } from './labelled-amounts.js';

/** The sums of a document, and what may stand between them. */
export const sumConcepts = [
  'subtotal', 'tax', 'total', 'amount_due', 'discount', 'charge', 'tip', 'rounding', 'withholding', 'prepaid',
] as const satisfies readonly Concept[]; // biome-ignore format: a list
export type SumConcept = (typeof sumConcepts)[number];

/** An amount that may play a part in the sums of a document. */
export interface Part extends Amount {
  /** 0..2; 0 without a label. */
  readonly rank: number;
  readonly quote: string;
}

/** The amounts under the labels of a concept, best first; each value once. */
export type Parts = (concept: SumConcept) => readonly Part[];

/** Documents of hundreds of pages repeat their labels; the best are enough. */
const MOST = 60;
/** A label that is less of its phrase than this announces nothing. */
const LEAST_RANK = 0.9;

export function partsOf(sheet: Sheet, style: NumberStyle | undefined): Parts {
  const byConcept = Map.groupBy(
    labelledAmounts(sheet, style).filter(({ rank }) => rank >= LEAST_RANK),
    ({ concept }) => concept,
  );
  const parts = new Map<SumConcept, readonly Part[]>();
  return (concept) => {
    const known = parts.get(concept);
    if (known) return known;
    const made = distinct(byConcept.get(concept) ?? roundParts(sheet, style, concept));
    parts.set(concept, made);
    return made;
  };
}

/** Amounts without decimals count only beside a label of their own. */
function roundParts(sheet: Sheet, style: NumberStyle | undefined, concept: SumConcept): readonly LabelledAmount[] {
  return sheet.lines.flatMap((line) => {
    const amounts = line.phrases.some(({ labels }) => labels.some((label) => label.concept === concept)) ? roundAmountsOn(line, style) : [];
    const last = amounts.at(-1);
    const labelled = last && amountsOn(line, style).length === 0 ? labelFor(sheet, last, 0) : undefined;
    return labelled?.concept === concept && labelled.labelLine === line && labelled.rank > 1.7
      ? [{ ...labelled, rank: labelled.rank - 0.5 }]
      : [];
  });
}

function distinct(amounts: readonly LabelledAmount[]): readonly Part[] {
  const values = new Map<string, Part>();
  for (const amount of amounts.toSorted((a, b) => b.rank - a.rank)) {
    const key = amount.value.toString();
    if (!values.has(key)) values.set(key, partOf(amount));
    if (values.size >= MOST) break;
  }
  return [...values.values()];
}

const partOf = (amount: LabelledAmount): Part => ({
  ...amount,
  quote: amount.line === amount.labelLine ? quoteOf(amount.line, amount.label, amount.token) : quoteOf(amount.line, amount.token),
});

/** An amount that no label announces, only the sum it fits into. */
export const unlabelled = (amount: Amount): Part => ({ ...amount, rank: 0, quote: quoteOf(amount.line, amount.token) });

const findOf = (part: Part, confidence: Find['confidence'], reason: Find['reason'] = 'exact'): Find => ({
  value: part.token.text,
  page: part.line.page,
  quote: part.quote,
  confidence,
  reason,
});

/** A part whose sum was checked. */
export const proven = (part: Part): Find => findOf(part, part.rank > 0 ? 'certain' : 'likely');

/** The best of the parts of a concept where no sum helps: in doubt when another value is announced as well, or when sums that should hold do not. */
export function alone(parts: readonly Part[], contradicted: boolean): Find | undefined {
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
export function columnTotal(sheet: Sheet, style: NumberStyle | undefined): Find | undefined {
  const amounts = sheet.lines.flatMap((line) => amountsOn(line, style));
  const [largest] = amounts.toSorted((a, b) => b.value.comparedTo(a.value) || b.line.number - a.line.number);
  const labelled = largest && amounts.length > 1 ? labelFor(sheet, largest, 0) : undefined;
  const beside = labelled?.concept === 'line_amount' && labelled.labelLine === labelled.line && labelled.rank >= OWN_LABEL;
  return labelled && beside ? findOf(partOf(labelled), 'likely') : undefined;
}
const OWN_LABEL = 1.5;
