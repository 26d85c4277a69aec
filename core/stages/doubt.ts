import type { Draft } from '../contracts/draft.js';
import { ExtractionError } from '../contracts/errors.js';
import { type ConfidenceGate, type Doubt, doubtCauses } from '../contracts/gate.js';
import type { ExtractionContext } from './prepare.js';

/** Asks the gate what it doubts. @throws ExtractionError where it answers what is no doubt: nobody knows what was meant by it */
export function doubt(gate: ConfidenceGate, draft: Draft, { schema, threshold }: ExtractionContext): readonly Doubt[] {
  const doubts = gate.review(draft, schema, threshold);
  const flaw = flawInDoubts(doubts);
  if (flaw !== undefined) throw new ExtractionError('EXTRACTION_FAILED', `The gate failed: ${flaw}`);
  return doubts;
}

/** What is wrong with the answer of a gate, which no compiler tells the author of one in JavaScript; undefined where nothing is. */
export function flawInDoubts(doubts: readonly Doubt[]): string | undefined {
  if (!Array.isArray(doubts)) return 'review() gives no list of doubts';
  return doubts.every(({ cause }) => doubtCauses.includes(cause)) ? undefined : `a "cause" is none of ${doubtCauses.join(', ')}`;
}
