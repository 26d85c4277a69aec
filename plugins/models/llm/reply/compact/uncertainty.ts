import type { Cell, CellConfidence, CellReason } from '../../../../../core/index.js';

/** What a reader says of its own answer. */
export type Uncertainty = Pick<Cell, 'confidence' | 'reason'>;

/** An answer without a word of doubt. */
export const certainly: Uncertainty = { confidence: 'certain', reason: 'exact' };

const confidences: readonly CellConfidence[] = ['certain', 'likely', 'unsure', 'guess'];
const reasons: readonly CellReason[] = ['exact', 'header', 'ambiguous', 'multiple', 'obscured'];

/** Reads `likely multiple`, `likely` or `header`; undefined where the text says anything else. */
export function doubtIn(text: string): Uncertainty | undefined {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/);
  const confidence = confidences.find((word) => words.includes(word));
  const reason = reasons.find((word) => words.includes(word));
  const said = Number(confidence !== undefined) + Number(reason !== undefined);
  return said > 0 && said === words.length
    ? { confidence: confidence ?? certainly.confidence, reason: reason ?? certainly.reason }
    : undefined;
}

/** The doubt about one column: `quantity: unsure obscured`; undefined for any other text. */
export function columnDoubtIn(text: string): { readonly column: string; readonly doubt: Uncertainty } | undefined {
  const at = text.lastIndexOf(':');
  const doubt = at > 0 ? doubtIn(text.slice(at + 1)) : undefined;
  return doubt && { column: text.slice(0, at).trim(), doubt };
}
