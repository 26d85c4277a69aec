import type { Cap, CapClass } from '../contracts/draft.js';
import type { CellConfidence, CellReason } from '../contracts/model.js';

/**
 * How far each kind of evidence can carry a score. Start values, measured where `n` stands beside them; calibration replaces them.
 * 0.84 is just under the default threshold of 0.85: such a value is read again, and a person is told why.
 */
export const caps = {
  evidence: {
    exact: 0.99,
    pageCorrected: 0.92,
    looseText: 0.9,
    valueOnly: 0.8,
    inferred: 0.8,
    noTextLayer: 0.84,
    hiddenOnly: 0.3,
    notFound: 0.3,
  },
  label: { match: 0.99, unknownText: 0.9, unknownRole: 0.87, unknownValue: 0.84, conflict: 0.6, wrongPlace: 0.6 },
  uniqueness: { singledOut: 0.9, several: 0.78, part: 0.75 },
  format: { plain: 0.99, resolvedByCues: 0.86, ambiguous: 0.8, checksumFailed: 0.5 },
  arithmetic: { holds: 0.99, subtotalOfLines: 0.84, lineProduct: 0.84, failed: 0.6, rows: 0.6 },
  agreement: { independent: 0.99, single: 0.95, contradicted: 0.84, disputed: 0.75, outvoted: 0.5 },
  absence: { notPresent: 0.9, unlikely: 0.8, labelPrinted: 0.4 },
} as const;

/** What a reader's own word is worth as long as nobody has calibrated that reader. */
export const confidenceCaps = { certain: 0.95, likely: 0.88, unsure: 0.75, guess: 0.5 } as const satisfies Record<CellConfidence, number>;

/** The highest overall confidence of an answer one of whose checks failed, or that lacks a required value. */
export const incompleteConfidence = 0.84;

/** The reason texts of the specification (§2.3). */
export const reasonText = {
  exact: 'Exact match',
  header: 'Inferred from header',
  ambiguous: 'Formatting ambiguous',
  multiple: 'Multiple values found',
  obscured: 'Partially obscured',
} as const satisfies Record<CellReason, string>;

export const cap = (kind: CapClass, value: number, reason: string): Cap => ({ class: kind, value, reason });

const order = ['evidence', 'label', 'uniqueness', 'format', 'arithmetic', 'agreement', 'model'] as const satisfies readonly CapClass[];

/** The cap that decides: the lowest, on a tie the earliest class. */
export const lowest = (given: readonly Cap[]): Cap | undefined =>
  [...given].sort((a, b) => a.value - b.value || order.indexOf(a.class) - order.indexOf(b.class))[0];
