import {
  child,
  type GivenReading,
  isObject,
  type Json,
  type JsonObject,
  type Outcome,
  replaceAt,
  requireReading,
  type Schema,
  takesPart,
  template,
} from '../../../core/index.js';
import { squash } from '../../../core/text.js';
import { isAt, valueAt } from '../../client/evidence.js';
import { doubtfulFields, isBlind, isIn, type ReviewTerms } from '../../extraction/review.js';
import { badRequest, Refusal } from '../../http/refusal.js';
import { metaOf } from '../../report/content.js';
import type { KeptReviewState } from '../../state/job-store.js';
import type { ExtractionBody } from '../../wire/extraction.js';
import type { ReviewBody, ReviewFieldBody } from '../../wire/review.js';
import type { ChangesBody, WeighedBody } from '../../wire/runs.js';
import type { KeptVerdict, OpenedRun } from './sealed-run.js';
import type { SentVerdict } from './verdict-form.js';

/** Scores the whole answer again. */
export type Reassess = (given: GivenReading) => Promise<{ readonly outcome: Outcome; readonly body: ExtractionBody }>;

export interface JudgeTerms extends Pick<ReviewTerms, 'policy' | 'schema' | 'threshold'> {
  readonly reassess: Reassess;
}

const unchanged: ChangesBody = { fields: [], checks: [] };

/** What follows from a verdict. A value that a person has changed is scored and checked again, with the whole answer as it is then. */
export async function judge(run: OpenedRun, sent: SentVerdict, terms: JudgeTerms): Promise<KeptVerdict> {
  const { path, verdict, reviewer, reasons } = sent;
  const before = path === '$' ? null : isNamed(run.result.object, path) ? valueAt(run.result.object, path) : undefined;
  if (before === undefined) throw new Refusal('NOT_FOUND', 'The answer has no value at this path');
  const kept = { path, verdict, reviewer, reasons, before };
  if (verdict !== 'corrected' && verdict !== 'absent')
    return { ...kept, after: before, changed: unchanged, review: without(run.review, path) };
  const { outcome, body } = await terms.reassess(givenAfter(run, sent, terms.schema));
  if (!body.object) throw badRequest(`The document could not be scored again: ${body.error?.message ?? 'it has no answer'}`);
  const after = valueAt(body.object, path) ?? null;
  if (verdict === 'corrected' && after === null) throw badRequest('The value is not one that the schema asks for at this path');
  const checks = checksBetween(run.result, body);
  const isMoved = movedBy(path, checks, terms.schema);
  // Nothing else becomes another value, and what it cost is what it cost to read it.
  const object = { ...replaceAt(run.result.object ?? {}, path, () => after), _meta: metaAfter(run.result, body, { isMoved, ...terms }) };
  const { metadata, schema: named } = run.result;
  const result = { ...body, object, metadata, ...(named && { schema: named }) } as ExtractionBody;
  const changed = { fields: fieldsBetween(run.result, result), checks };
  return { ...kept, after, changed, result, review: reviewAfter(run, sent, { outcome, changed, terms, isMoved }) };
}

/**
 * Of which values a verdict may take a doubt away: of those that it is about, and of those that a check now holds of. Nothing else about them has been
 * said; and what made the reader, or another one, unsure of them is not known any more when the answer is scored again.
 */
function movedBy(judged: string, checks: ChangesBody['checks'], { fields }: Schema): MetaTerms['isMoved'] {
  const holding = checks.filter(({ after }) => after === 'PASSED');
  return (path) => {
    const field = fields.find((one) => one.path === template(path));
    return isAt(path, judged) || (field !== undefined && holding.some((check) => takesPart({ path, field }, check)));
  };
}

interface MetaTerms extends Pick<JudgeTerms, 'schema'> {
  isMoved(path: string): boolean;
}

/** What is said of the values after a verdict: of one that it does not move, what lets it stand lower. */
function metaAfter(before: ExtractionBody, after: ExtractionBody, { isMoved, schema }: MetaTerms): JsonObject {
  const [old, now] = [metaOf(before.object), metaOf(after.object)];
  const known = new Map(old.entries.map((entry) => [entry['field'], entry]));
  const standing = now.entries.flatMap((entry) => {
    const was = known.get(entry['field'] ?? null);
    return was && !isMoved(String(entry['field'])) && Number(was['score']) < Number(entry['score']) ? [was] : [];
  });
  const stands = new Map(standing.map((entry) => [entry['field'], entry]));
  const isOf = (issue: string): boolean => standing.some(({ field }) => issue.startsWith(`${String(field)}:`));
  const required = new Set(schema.fields.flatMap((field) => (field.required ? [field.path] : [])));
  const counted = standing.filter(({ field }) => required.size === 0 || required.has(template(String(field))));
  return {
    confidence_score: Math.min(now.confidence ?? 0, ...counted.map(({ score }) => Number(score))),
    field_confidence: now.entries.map((entry) => stands.get(entry['field'] ?? null) ?? entry),
    issues: [...old.issues.filter(isOf), ...now.issues.filter((issue) => !isOf(issue))],
  };
}

export function stateAfter({ verdict, path, review }: KeptVerdict): KeptReviewState {
  if (path === '$' && (verdict === 'rejected' || verdict === 'postponed')) return verdict;
  return review.fields.length === 0 ? 'confirmed' : 'to_review';
}

const without = (review: ReviewBody, path: string): ReviewBody =>
  withFields(
    review,
    review.fields.filter((field) => field.path !== path),
  );

const withFields = (review: ReviewBody, fields: readonly ReviewFieldBody[]): ReviewBody => ({
  ...review,
  decision: fields.length === 0 ? 'cleared' : 'held',
  fields,
});

interface Reassessed {
  readonly outcome: Outcome;
  readonly changed: ChangesBody;
  readonly terms: JudgeTerms;
  isMoved(path: string): boolean;
}

/**
 * What is left for a person: what was left before, but for what the verdict moves and is not doubtful now; the value that was changed where it is
 * doubtful itself; and what belongs to a check that fails only now.
 */
function reviewAfter(run: OpenedRun, sent: SentVerdict, { outcome, changed, terms, isMoved }: Reassessed): ReviewBody {
  const checks = outcome.verification?.checks ?? [];
  const broken = changed.checks.filter(({ after }) => after === 'FAILED');
  const isOpen = (path: string): boolean =>
    run.review.fields.some((field) => field.path === path) || isAt(path, sent.path) || broken.some((check) => isIn(check, path));
  const doubtful = outcome.draft
    ? doubtfulFields({ draft: outcome.draft, doubts: outcome.doubts ?? [], checks }, { ...terms, corrected: sent.path })
    : [];
  // Which of the values beside it were only drawn is not to be seen by what goes away.
  const isKept = ({ path }: ReviewFieldBody): boolean =>
    isBlind(run.review) ? path !== '$' && !isAt(path, sent.path) : !isMoved(path) && !broken.some((check) => isIn(check, path));
  const kept = run.review.fields.filter(isKept);
  const isLeft = (path: string): boolean =>
    isOpen(path) && !(sent.verdict === 'absent' && path === sent.path) && !kept.some((field) => field.path === path);
  return withFields(run.review, [
    ...doubtful.filter(({ path }) => isLeft(path)),
    ...kept,
    ...run.review.fields.filter((field) => field.path === '$' && !isKept(field)),
  ]);
}

/** Whether an answer has a value, or several, under this very name: there is one way to name a value. */
const isNamed = (object: JsonObject | null, path: string): boolean => metaOf(object).entries.some(({ field }) => isAt(String(field), path));

/** The answer as it is now with the correction, and the words that prove the rest. @throws InputError where the value does not fit the schema */
function givenAfter({ result, review }: OpenedRun, { path, value = null, places, page: own }: SentVerdict, schema: Schema): GivenReading {
  const { _meta: _, ...now } = result.object ?? {};
  const proven = metaOf(result.object).entries.filter((entry) => !isAt(String(entry['field']), path));
  const quotes = proven.flatMap(({ field, text }) =>
    typeof text === 'string' && text.length <= 10_000 && !isCutShort(text, valueAt(result.object, String(field)))
      ? [[String(field), text] as const]
      : [],
  );
  const pages = proven.flatMap(({ field, page }) => (typeof page === 'number' ? [[String(field), page] as const] : []));
  const given: GivenReading = {
    data: replaceAt(now as JsonObject, path, () => value),
    quotes: Object.fromEntries(quotes),
    pages: { ...Object.fromEntries(pages), ...(own !== undefined && Object.fromEntries(pathsIn(value, path).map((leaf) => [leaf, own]))) },
    places: places ? { [path]: places } : {},
    ...(review.reader !== undefined && { reader: review.reader }),
  };
  requireReading(given, schema);
  return given;
}

/** The paths of all that a value holds, which is on its page. */
function pathsIn(value: Json, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => pathsIn(item, `${path}[${index}]`));
  if (isObject(value)) return Object.entries(value).flatMap(([name, member]) => pathsIn(member, child(path, name)));
  return value === null ? [] : [path];
}

/** Of words over two lines the evidence may show the first line: as their quote it would contradict them. */
const isCutShort = (words: string, value: Json | undefined): boolean =>
  typeof value === 'string' && /\s/.test(value.trim()) && !squash(words).includes(squash(value));

/** Values and scores that are others now. */
function fieldsBetween(before: ExtractionBody, after: ExtractionBody): ChangesBody['fields'] {
  const [old, now] = [weighedIn(before), weighedIn(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [was, is] = [old.get(path) ?? null, now.get(path) ?? null];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path, before: was, after: is }];
  });
}

/** Checks that came out otherwise. */
function checksBetween(before: ExtractionBody, after: ExtractionBody): ChangesBody['checks'] {
  const [old, now] = [statusesIn(before), statusesIn(after)];
  return [...new Map([...old, ...now])].flatMap(([name, { type, fields }]) => {
    const [was, is] = [old.get(name)?.status ?? null, now.get(name)?.status ?? null];
    return was === is ? [] : [{ type, fields, before: was, after: is }];
  });
}

const weighedIn = ({ object }: ExtractionBody): ReadonlyMap<string, WeighedBody> =>
  new Map(
    metaOf(object).entries.map(({ field, score }) => {
      const path = String(field);
      return [path, { value: valueAt(object, path) ?? null, score: Number(score) }];
    }),
  );

const statusesIn = ({ verification }: ExtractionBody) =>
  new Map((verification?.checks_run ?? []).map((check) => [`${check.type} ${check.fields.join(' ')}`, check] as const));
