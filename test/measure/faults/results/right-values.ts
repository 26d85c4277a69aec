import { type FaultExhibit, truthAt } from '../../../kit/exhibit.js';
import { type Appraisal, entryAt } from '../../../kit/fault.js';
import { agreesAt, isRight } from '../../../kit/same-value.js';
import { fieldFamily, leavesOf } from '../../../kit/sheet.js';
import { type Accepts, baselines, type QuoteCheck } from './baselines.js';
import type { KeptValue, RecordOrigin, SumRecord } from './records.js';

/** A document with the appraisal of its unplanted reading by the engine, by the baselines and by a check of quotes alone. */
export interface FaultCase {
  readonly exhibit: FaultExhibit;
  readonly right: Appraisal;
  readonly accepts: Accepts;
  readonly quoteCheck: QuoteCheck;
}

export const seenIn = ({ exhibit: { id, truth, origin } }: FaultCase): RecordOrigin => ({
  document: id,
  family: truth.doc_type ?? 'document',
  group: truth.group ?? id,
  source: origin?.source ?? truth.group ?? id,
});

/** The score of each value that was read correctly. A value that a recorded reading has wrong is none of them. */
export function keptOf(one: FaultCase): readonly KeptValue[] {
  const { exhibit, right: appraisal, accepts } = one;
  return leavesOf(exhibit.sheet).flatMap((leaf) => {
    const truth = truthAt(exhibit, leaf.path);
    const entry = entryAt(appraisal, leaf.path);
    if (truth === undefined || !entry) return [];
    const { value, score, caps } = entry;
    const right = agreesAt(exhibit, leaf, value);
    if (!right && !isRight(exhibit, leaf)) return [];
    const judged = { value, truth, right, held: leaf.mark.place !== undefined, score, caps };
    const accepting = baselines.filter((name) => accepts[name](leaf, appraisal.draft));
    return [{ ...seenIn(one), path: leaf.path, fieldFamily: fieldFamily(leaf), ...judged, baselines: accepting }];
  });
}

/** What the checks say: for the printed sums, and for every other type; of several checks of one type the worst counts. */
export const sumsOf = (one: FaultCase): readonly SumRecord[] =>
  [...new Set([...sums, ...one.right.checks.map(({ type }) => type.toLowerCase())])].map((sum) => {
    const said = one.right.checks.filter(({ type }) => type.toLowerCase() === sum).map(({ status }) => status);
    const known = sums.find((name) => name === sum);
    return {
      ...seenIn(one),
      sum,
      holds: (known && one.exhibit.truth.math_on_page?.[known]?.holds) ?? null,
      status: (['FAILED', 'CANNOT_VERIFY', 'PASSED'] as const).find((status) => said.includes(status)) ?? 'none',
    };
  });

/** The sums of which truth files tell whether they hold. */
export const sums = ['horizontal_sum', 'vertical_sum'] as const;
