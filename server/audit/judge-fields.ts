import { type AppraisedField, type Schema, template } from '../../core/index.js';
import { unopposed } from '../../core/internal.js';
import { bindingCaps, decisive, most } from './allowed.js';
import type { Evidence } from './evidence.js';
import { type Deviation, deviations } from './follows.js';
import { type Point, point } from './point.js';
import { boxFault } from './recheck/boxed.js';
import { printsText } from './recheck/letters.js';
import { recheck } from './recheck/recheck.js';
import type { Entry, Leaf, Result } from './result.js';

/** Every field of a result, in its order: what it is, what vouches for it, and its score; then what vouches for fields that are not there. */
export function judgeFields(evidence: Evidence): readonly Point[] {
  const { result, schema } = evidence;
  const wrong = schema ? deviations(result.data, schema) : [];
  const entries = Map.groupBy(result.entries, ({ field }) => field);
  const places = new Set(result.leaves.map(({ path }) => path));
  const again = new Map(evidence.again.draft.fields.map((field) => [field.path, field]));
  return [
    ...result.leaves.map((leaf) =>
      judged(leaf, { evidence, wrong, entries: entries.get(leaf.path) ?? [], appraised: again.get(leaf.path) }),
    ),
    ...wrong.filter(({ path }) => !places.has(path)).map(({ path, problem }) => point(path, [problem])),
    ...[...entries.keys()]
      .filter((field) => !places.has(field))
      .map((field) => point(field, ['it has an entry in field_confidence, but the result has no such field'])),
  ];
}

interface About {
  readonly evidence: Evidence;
  readonly wrong: readonly Deviation[];
  readonly entries: readonly Entry[];
  readonly appraised: AppraisedField | undefined;
}

function judged(leaf: Leaf, { evidence, wrong, entries, appraised }: About): Point {
  const deviating = wrong.filter(({ path }) => path === leaf.path).map(({ problem }) => problem);
  const [entry, ...more] = entries;
  if (!entry) return point(leaf.path, [...deviating, 'nothing vouches for it: it has no entry in field_confidence'], { value: leaf.value });
  // What is not proven at all has a wrong score as well; saying so twice helps nobody.
  const unproven = words(leaf, entry, evidence);
  const problems = [
    ...deviating,
    ...(more.length > 0 ? [`it has ${entries.length} entries in field_confidence`] : []),
    ...(unproven.length > 0 ? unproven : score(leaf, entry, evidence, appraised)),
  ];
  const { score: given, page, text } = entry;
  return point(leaf.path, problems, {
    value: leaf.value,
    score: given,
    ...(page !== undefined && { page }),
    ...(text !== undefined && { text }),
  });
}

/** The evidence: it is on its page, carries the value, and carries it as far as the score says. */
function words(leaf: Leaf, { score, page, text, boxes = [] }: Entry, { again, schema }: Evidence): readonly string[] {
  const { path, value } = leaf;
  if (!(score >= 0 && score <= 1)) return [`the score ${score} is not from 0 to 1`];
  if (value === null || Array.isArray(value)) return text === undefined ? [] : ['it has evidence, but no value'];
  if (page === undefined || text === undefined) return score > most.unquoted ? ['it has a value, but no evidence'] : [];
  const testimony = recheck({ value, page, text }, again.document.pages);
  if ('problem' in testimony && !(testimony.stands && isChoice(path, schema))) return [testimony.problem];
  const fault = boxFault(boxes, text, again.document.pages);
  if (fault !== undefined) return [fault];
  const how = isNamed(leaf, text) ? 'printed' : 'saying' in testimony ? testimony.saying.how : 'concluded';
  return beyond(score, most[how], `the value is ${manner[how]}`);
}

const manner = { printed: 'printed', roughly: 'printed only roughly', concluded: 'concluded, not printed' } as const;

/** A yes or no may be said by the words for the very thing: 'Reverse charge applies'. */
const isNamed = ({ path, value }: Leaf, text: string): boolean =>
  typeof value === 'boolean' &&
  (template(path).split('.').at(-1) ?? '').split(/[^\p{L}]+/u).some((word) => word.length > 3 && printsText(text, word));

/** One of the values that a schema allows may be concluded from words that do not print it. */
const isChoice = (path: string, schema: Schema | undefined): boolean =>
  schema?.fields.some((field) => field.path === template(path) && field.enum !== undefined) ?? false;

const beyond = (score: number, allowed: number, why: string): readonly string[] =>
  score > allowed ? [`the score ${score} is too high: ${why}, ${allowed} at most`] : [];

/** The score: not above what the evidence bears, nor above what its own reason says, and explained where it is low. */
function score({ path, value }: Leaf, entry: Entry, evidence: Evidence, appraised?: AppraisedField): readonly string[] {
  const { result, threshold } = evidence;
  const unquoted = value !== null && !Array.isArray(value) && entry.text === undefined;
  const caps = appraised && !unquoted ? bindingCaps(appraised, evidence) : [];
  const lowest = decisive(caps);
  const missing = caps.filter((cap) => cap.value < Math.min(threshold, unopposed) && !result.issues.includes(`${path}: ${cap.reason}`));
  const silent = entry.score < threshold && !result.issues.some((issue) => issue.startsWith(`${path}: `));
  return [
    ...(lowest ? beyond(entry.score, Math.round(lowest.value * 100) / 100, lowest.reason) : []),
    ...(contradicts(entry, result, threshold) ? [`the score ${entry.score} is too high for its own reason: ${entry.reason}`] : []),
    ...missing.map(({ reason }) => `an issue is missing: ${reason}`),
    ...(silent && missing.length === 0 ? [`the score is under ${threshold}, and no issue says why`] : []),
  ];
}

/**
 * Whether an entry's reason speaks of less than its score. A reason that is an issue as well is a cap under the threshold; and where nothing
 * speaks against a value, the reason says that it matches, not that a reader had doubts.
 */
function contradicts({ field, score: given, reason }: Entry, { issues }: Result, threshold: number): boolean {
  if (given >= threshold && given < unopposed) return issues.includes(`${field}: ${reason}`);
  return given >= unopposed && reason !== '' && (!reason.startsWith('Exact match') || reason.includes('the reader was not certain'));
}
