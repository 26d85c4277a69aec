/**
 * What speaks against taking a document as it stands, although it may be read well: what it calls itself, what is stamped on it, what it says, and
 * what its parser has seen.
 */
export const caveatKinds = [
  ...(['pro-forma', 'quotation', 'order', 'delivery-note', 'reminder', 'credit-note'] as const),
  ...(['void', 'paid', 'copy', 'draft'] as const),
  ...(['not-an-invoice', 'scaled', 'bank-changed', 'words-differ', 'two-totals', 'credited'] as const),
  'struck',
] as const;
export type CaveatKind = (typeof caveatKinds)[number];

export interface Caveat {
  readonly kind: CaveatKind;
  /** Counted from 1. */
  readonly page: number;
  /** The printed words that it rests on. */
  readonly text: string;
  /** What that means, for a person. */
  readonly says: string;
}
