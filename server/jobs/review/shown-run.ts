import type { JsonObject } from '../../../core/index.js';
import { isBlind } from '../../extraction/blind.js';
import { metaOf } from '../../report/content.js';
import type { RunRecord } from '../../state/run-store.js';
import type { ExtractionBody } from '../../wire/extraction.js';
import type { ChangesBody } from '../../wire/runs.js';
import type { OpenedRun } from './sealed-run.js';

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
