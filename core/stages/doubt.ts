import type { Draft } from '../contracts/draft.js';
import { type ConfidenceGate, type Doubt, doubtCauses } from '../contracts/gate.js';
import { answerOf, type NamedPart } from '../flow/fault.js';
import type { ExtractionContext } from './prepare.js';

/** Asks the gate what it doubts. @throws ExtractionError where it fails, or answers what is no doubt: nobody knows what was meant by it */
export const doubt = (
  { name, part: gate }: NamedPart<ConfidenceGate>,
  draft: Draft,
  { schema, threshold }: ExtractionContext,
): readonly Doubt[] => answerOf(`The gate "${name}"`, () => gate.review(draft, schema, threshold), flawInDoubts);

/** What is wrong with the answer of a gate, which no compiler tells the author of one in JavaScript; undefined where nothing is. */
export function flawInDoubts(doubts: readonly Doubt[]): string | undefined {
  if (!Array.isArray(doubts)) return 'review() gives no list of doubts';
  return doubts.every((doubt) => doubtCauses.includes(doubt?.cause)) ? undefined : `a "cause" is none of ${doubtCauses.join(', ')}`;
}
