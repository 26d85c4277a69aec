import type { JsonObject } from '../../../core/index.js';
import { isAt, valueAt } from '../../client/evidence.js';
import { isBlind } from '../../extraction/review.js';
import { metaOf } from '../../report/content.js';
import type { PlacedSample } from '../../risk/keeper.js';
import type { RunRecord, VerdictRecord } from '../../state/run-store.js';
import type { Recipient } from '../../state/sealing.js';
import type { ExtractionBody } from '../../wire/extraction.js';
import type { ReviewBody, WeighedValueBody } from '../../wire/review.js';
import type { ChangesBody, VerdictBody } from '../../wire/runs.js';
import { openedText, readResult, resultName } from '../sealed-job.js';

/** A verdict as it is kept: what was decided, what is left for a person, and the answer where it has changed. */
export interface KeptVerdict extends Omit<VerdictBody, 'version' | 'at'> {
  readonly review: ReviewBody;
  readonly result?: ExtractionBody;
}

export const verdictName = (run: string, number: number): string => `${run} verdict ${number}`;

export interface OpenedRun {
  readonly first: ExtractionBody;
  readonly verdicts: readonly (KeptVerdict & Pick<VerdictBody, 'version' | 'at'>)[];
  /** As it is now. */
  readonly result: ExtractionBody;
  /** What is left for a person. */
  readonly review: ReviewBody;
  /** Its values as they were first weighed. */
  readonly leaves: readonly WeighedValueBody[];
  /** The text of the schema that the document belongs to; undefined where the request names one. */
  readonly schema: string | undefined;
}

/** Undefined where it was sealed for another secret of the caller. */
export function openRun(recipient: Recipient, run: RunRecord): OpenedRun | undefined {
  const sealed = run.result && openedText(recipient, run.result, resultName(run.id));
  const verdicts = run.verdicts.map((verdict) => openVerdict(recipient, run.id, verdict));
  if (!sealed || verdicts.includes(undefined)) return undefined;
  const { body, leaves = [], schema } = readResult(Buffer.from(sealed));
  const { review, ...first } = JSON.parse(body) as ExtractionBody;
  const known = verdicts.filter((verdict) => verdict !== undefined);
  const nothing: ReviewBody = { decision: 'cleared', rules: [], fields: [] };
  return {
    first,
    verdicts: known,
    result: known.findLast(({ result }) => result)?.result ?? first,
    review: known.at(-1)?.review ?? review ?? nothing,
    leaves,
    schema,
  };
}

function openVerdict(recipient: Recipient, run: string, { number, at, sealed }: VerdictRecord): OpenedRun['verdicts'][number] | undefined {
  const text = openedText(recipient, sealed, verdictName(run, number));
  return text === undefined ? undefined : { ...(JSON.parse(text) as KeptVerdict), version: number, at: at.toISOString() };
}

export const isOpen = ({ state }: Pick<RunRecord, 'state'>): boolean => state === 'to_review' || state === 'postponed';

/** A run as reviewers see it: until it is decided nothing tells a value that is doubted from one that was drawn, where some are drawn. */
export function shownRun(opened: OpenedRun, run: Pick<RunRecord, 'state'>): OpenedRun {
  if (!isOpen(run) || !isBlind(opened.review)) return opened;
  const first = unscored(opened.first);
  return {
    ...opened,
    first,
    result: opened.result === opened.first ? first : unscored(opened.result),
    verdicts: opened.verdicts.map((verdict) => ({ ...verdict, changed: changesAt(verdict.changed, verdict.path) })),
  };
}

/** Of what a verdict has changed, the value that it was about, and the checks. */
const changesAt = ({ fields, checks }: ChangesBody, judged: string): ChangesBody => ({
  fields: fields.filter(({ path }) => path === judged),
  checks,
});

/** Without scores and what speaks for or against a value; where it stands is left. */
function unscored(body: ExtractionBody): ExtractionBody {
  if (!body.object) return body;
  const places = metaOf(body.object).entries.map(({ field, page, text, boxes }) => definedIn({ field, page, text, boxes }));
  return { ...body, object: { ...body.object, _meta: { field_confidence: places } } };
}

const definedIn = (members: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Values that a verdict says something of, as their readers gave them: what was asked of a person. A list that is corrected says it of all in it. */
export function judgedBy({ first, result, leaves }: OpenedRun, kept: KeptVerdict, seller: string): readonly PlacedSample[] {
  const { path, verdict } = kept;
  if (path === '$' || verdict === 'postponed' || verdict === 'rejected') return [];
  const of = leaves.filter(({ empty }) => !empty).length;
  const now = (kept.result ?? result).object;
  return leaves.flatMap((leaf, place) => {
    const { document, field, reader, score, how, chance = 1, empty } = leaf;
    if (!isAt(leaf.path, path) || how === undefined || empty || reader === null) return [];
    const right = JSON.stringify(valueAt(now, leaf.path) ?? null) === JSON.stringify(valueAt(first.object, leaf.path) ?? null);
    return [{ place, document, field, reader, seller, score, right, of, chance: how === 'held' ? 1 : chance }];
  });
}
