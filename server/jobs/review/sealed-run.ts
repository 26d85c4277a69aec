import type { RunRecord, VerdictRecord } from '../../state/run-store.js';
import type { Recipient } from '../../state/sealing.js';
import type { ExtractionBody } from '../../wire/extraction.js';
import type { ReviewBody, WeighedValueBody } from '../../wire/review.js';
import type { VerdictBody } from '../../wire/runs.js';
import { openedText, readResult, resultName } from '../sealed-job.js';

/** A verdict as it is kept: what was decided, what is left for a person, and the answer where it has changed. */
export interface KeptVerdict extends Omit<VerdictBody, 'version' | 'at'> {
  readonly review: ReviewBody;
  readonly result?: ExtractionBody;
}

export const verdictName = (run: string, number: number): string => `${run} verdict ${number}`;

/** A run, opened by its caller. */
export interface OpenedRun {
  readonly first: ExtractionBody;
  readonly verdicts: readonly (KeptVerdict & Pick<VerdictBody, 'version' | 'at'>)[];
  /** As it is now. */
  readonly result: ExtractionBody;
  /** What is left for a person. */
  readonly review: ReviewBody;
  /** Its values as they were first weighed. */
  readonly leaves: readonly WeighedValueBody[];
}

/** Undefined where it was sealed for another secret of the caller. */
export function openRun(recipient: Recipient, run: RunRecord): OpenedRun | undefined {
  const sealed = run.result && openedText(recipient, run.result, resultName(run.id));
  const verdicts = run.verdicts.map((verdict) => openVerdict(recipient, run.id, verdict));
  if (!sealed || verdicts.includes(undefined)) return undefined;
  const { body, leaves = [] } = readResult(Buffer.from(sealed));
  const { review, ...first } = JSON.parse(body) as ExtractionBody;
  const known = verdicts.filter((verdict) => verdict !== undefined);
  const nothing: ReviewBody = { decision: 'cleared', rules: [], fields: [] };
  return {
    first,
    verdicts: known,
    result: known.findLast(({ result }) => result)?.result ?? first,
    review: known.at(-1)?.review ?? review ?? nothing,
    leaves,
  };
}

function openVerdict(recipient: Recipient, run: string, { number, at, sealed }: VerdictRecord): OpenedRun['verdicts'][number] | undefined {
  const text = openedText(recipient, sealed, verdictName(run, number));
  return text === undefined ? undefined : { ...(JSON.parse(text) as KeptVerdict), version: number, at: at.toISOString() };
}
