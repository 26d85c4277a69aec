import type { Cap, CapName, DocumentFamily } from '../contracts/cap.js';
import type { Document } from '../contracts/document.js';
import type { AppraisedField, Draft } from '../contracts/draft.js';
import type { Check } from '../contracts/rule.js';
import type { ArrayNode } from '../contracts/schema.js';
import { caveatsOf, issueOf } from '../evidence/caveats/caveats.js';
import { wordOnAbsence } from '../evidence/ground-cell.js';
import type { Grounded } from '../evidence/grounded.js';
import { severalDocuments } from '../evidence/judges/document-starts.js';
import { judgeEmptyArray, missing } from '../evidence/judges/judge-absence.js';
import { judgeAmountColumns } from '../evidence/judges/judge-amount-columns.js';
import { judgeArithmetic } from '../evidence/judges/judge-arithmetic.js';
import { judgeStatements } from '../evidence/judges/judge-statements.js';
import { isRoleSign } from '../evidence/judges/parties/role-signs.js';
import { noteOnGap } from '../evidence/judges/rows/judge-completeness.js';
import type { DocumentIndex } from '../evidence/page/document-index.js';
import type { PageIndex } from '../evidence/page/page-index.js';
import { regionsOf } from '../evidence/page/regions.js';
import { mixesLookAlikes } from '../evidence/print/look-alikes.js';
import { squash } from '../evidence/print/normalise.js';
import {
  cap,
  classOf,
  doubtOf,
  incompleteConfidence,
  isUnopposed,
  lowest,
  reasonText,
  unopposedStrength,
  unshownConfidence,
} from '../evidence/scoring/caps.js';
import { documentFamily, fieldFamily } from '../evidence/scoring/families.js';
import { type Stratum, unmeasured, weigh } from '../evidence/scoring/weigh.js';
import { eventLoopYielder } from '../flow/event-loop.js';
import { template } from '../schema/path.js';
import { isEmpty } from '../values/json.js';
import { assemble, placesIn } from './assemble.js';
import type { ExtractionContext } from './prepare.js';
import { notesOnRowCounts } from './row-counts.js';
import type { Settled } from './settle.js';

/** Scores every leaf by all that was found about it, and writes the issues that a person should read. */
export async function appraise(settled: Settled, checks: readonly Check[], context: ExtractionContext): Promise<Draft> {
  const yieldToEventLoop = eventLoopYielder();
  const withArithmetic = judgeArithmetic(settled, checks, context.index);
  await yieldToEventLoop();
  const cells = judgeStatements(judgeAmountColumns(withArithmetic, context.index), checks);
  const { document } = context.task;
  const family = documentFamily(document.pages);
  const entry = (cell: Grounded): AppraisedField => appraised(cell, family, document);
  const asked = cells.filter((cell) => !cell.field.shadow);
  const byPath = new Map(asked.map((cell) => [cell.path, cell]));
  const leaves: AppraisedLeaf[] = [];
  for (const { path, node } of placesIn(context.schema, asked)) {
    await yieldToEventLoop();
    const cell = byPath.get(path);
    if (node.kind === 'array') leaves.push({ required: node.required, field: emptyArray(path, { node, asked, settled }, context) });
    else if (cell) leaves.push({ required: node.required, field: entry(cell) });
  }
  const fields = leaves.map((leaf) => leaf.field);
  const required = leaves.filter((leaf) => leaf.required).map((leaf) => leaf.field);
  await yieldToEventLoop();
  const data = context.given ?? assemble(context.schema, asked);
  return {
    data,
    family,
    fields,
    shadow: cells.filter((cell) => cell.field.shadow).map(entry),
    confidence: overall(required.length > 0 ? required : fields, required.some(isEmpty), checks),
    issues: issuesOf({ data, fields, required, cells: asked, notes: settled.notes, checks }, context),
  };
}

interface AppraisedLeaf {
  readonly required: boolean;
  readonly field: AppraisedField;
}

function appraised(cell: Grounded, family: DocumentFamily, document: Document): AppraisedField {
  const { reader, others = [] } = cell;
  const field = fieldFamily(cell.field);
  const candidates = others.map(({ cell: other, reader: { label }, score }) => ({
    value: other.value,
    score,
    reader: label,
    ...placeOf(other, document),
  }));
  return {
    path: cell.path,
    value: cell.value,
    ...(cell.value === null ? ofNull(cell.caps) : ofValue(cell, { family, field })),
    family: field,
    ...(reader && { reader: reader.label }),
    ...(cell.value !== null && placeOf(cell, document)),
    ...(candidates.length > 0 && { candidates }),
  };
}

function placeOf({ evidence }: Grounded, document: Document): Pick<AppraisedField, 'page' | 'text' | 'regions'> {
  if (!evidence) return {};
  const regions = regionsOf(evidence.lines, evidence.page, document);
  return { page: evidence.page, text: evidence.text, ...(regions.length > 0 && { regions }) };
}

function emptyArray(
  path: string,
  { node, asked, settled: { gaps, empty } }: { readonly node: ArrayNode; readonly asked: readonly Grounded[]; readonly settled: Settled },
  { schema, index }: ExtractionContext,
): AppraisedField {
  const fields = schema.fields.filter((field) => field.path.startsWith(`${node.path}[]`));
  const several = severalDocuments(index);
  const unread = gaps.filter(({ array }) => array === path).map((gap) => cap('absence.tablePrinted', `Not read: ${noteOnGap(gap)}`));
  const words = empty.filter(({ array }) => array === template(path)).map(({ confidence }) => wordOnAbsence(confidence));
  const given = [...unread, judgeEmptyArray(fields, index, asked), ...words, ...(several ? [several] : [])];
  return { path, value: [], ...ofNull(given), family: 'line' };
}

type Scored = Pick<AppraisedField, 'score' | 'reason' | 'caps' | 'prior'>;

/** What cannot be shown cannot be accepted, whatever speaks for it, unless two readers of different kinds and a sum that holds agree on it. */
function ofValue(cell: Grounded, stratum: Stratum): Scored {
  const { against, score, ...weighed } = weigh(cell.caps, cell.reader?.record ?? unmeasured, stratum);
  const reason = (against ?? lowest(cell.caps.filter(isSettled)))?.reason ?? exact(cell);
  const isShown = cell.evidence !== undefined || cell.caps.some(({ name }) => name === 'evidence.agreedUnseen');
  return { score: isShown ? score : Math.min(score, unshownConfidence), ...weighed, reason };
}

/** Findings of which something else has settled what the print leaves open; a person should know what. */
const isSettled = ({ name }: Cap): boolean => settled.has(name);
const settled = new Set<CapName>([
  'evidence.pictured',
  'evidence.agreedUnseen',
  'evidence.reckoned',
  'label.reckoned',
  'label.place',
  'uniqueness.singledOut',
]);

/** A null scores by the weakest finding: no truth lists what a document lacks, so nothing can be learned of nulls. */
function ofNull(caps: readonly Cap[]): Scored {
  const decisive = lowest(caps) ?? cap('absence.unseen', 'Not present');
  return { score: Math.round(decisive.value * 100) / 100, reason: decisive.reason, caps };
}

/** The evidence in one line: the page, the label beside the value, the sum that the value is part of, and what the host knows of it. */
function exact(cell: Grounded): string {
  const sum = cell.caps.find((given) => classOf(given) === 'arithmetic')?.reason;
  const rule = cell.caps.find((given) => classOf(given) === 'rule' && isUnopposed(given))?.reason;
  const parts = [cell.evidence && `quote on page ${cell.evidence.page}`, cell.label && whereNamed(cell.label), sum, rule].filter(Boolean);
  return parts.length > 0 ? `${reasonText.exact}: ${parts.join(', ')}` : reasonText.exact;
}

const whereNamed = (label: string): string => (isRoleSign(label) ? `by its ${label}` : `label "${label}"`);

/** The score of the least sure leaf, because a mean would hide one bad field. A failed check or a missing required value bounds it. */
function overall(fields: readonly AppraisedField[], incomplete: boolean, checks: readonly Check[]): number {
  const least = fields.reduce((lowestScore, field) => Math.min(lowestScore, field.score), 1);
  return incomplete || checks.some(isRefuting) ? Math.min(least, incompleteConfidence) : least;
}

/** Whether a check says that something was misread. A document that the host does not accept may be read well. */
const isRefuting = ({ status, policy }: Check): boolean => status === 'FAILED' && policy === undefined;

interface IssueSources extends Pick<Draft, 'data'> {
  readonly fields: readonly AppraisedField[];
  readonly required: readonly AppraisedField[];
  readonly cells: readonly Grounded[];
  readonly notes: readonly string[];
  readonly checks: readonly Check[];
}

/**
 * Everything a person should know, each sentence once: what keeps a score below the threshold, missing required fields, the notes of cells
 * and checks, what speaks against taking the document as it stands, pages with hidden or unreadable text, and what of the file was not read.
 */
function issuesOf(
  { data, fields, required, cells, notes, checks }: IssueSources,
  { index, schema, threshold }: ExtractionContext,
): readonly string[] {
  const empty = required.filter(isEmpty);
  return [
    ...new Set([
      ...joined([
        ...fields.flatMap((field) =>
          (empty.includes(field) ? missed(field, threshold) : doubts(field, threshold)).map((doubt) => ({ path: field.path, doubt })),
        ),
        ...cells.flatMap(({ path, notes: remarks }) => remarks.map((doubt) => ({ path, doubt }))),
      ]),
      ...notesOnRowCounts(schema.root, data),
      ...schema.mistakes.map(({ path, text }) => `${path}: ${text}`),
      ...checks.flatMap((check) => check.notes),
      ...notes,
      ...caveatsOf(index, schema).map(issueOf),
      ...fields.flatMap(mixedScripts),
      ...fields.flatMap((field) => struckOut(field, index)),
      ...aboutPages(
        index.pages.filter(({ page }) => page.hidden.length > 0),
        'hidden or illegible text; it is no evidence',
      ),
      ...aboutPages(
        index.pages.filter(({ page }) => page.textLayer === 'none' && page.unread === undefined),
        'no text that can be read',
      ),
      ...(index.document.leftOut ?? []),
      ...index.pages.flatMap(({ page }) =>
        page.unread === undefined
          ? []
          : [`page ${page.number} is a picture that was ${page.words.length > 0 ? 'looked at only once' : 'not read'}: ${page.unread}`],
      ),
    ]),
  ];
}

/** One issue for all that is said of a field under one heading: `Multiple values found: 11 April under "Due date"; local read "2026-04-11"`. */
function joined(remarks: readonly { readonly path: string; readonly doubt: string }[]): readonly string[] {
  const alike = Map.groupBy(remarks, ({ path, doubt }) => `${path}: ${headingOf(doubt)}`);
  return [...alike].map(([opening, said]) => {
    const tails = new Set(said.map(({ doubt }) => doubt.slice(headingOf(doubt).length)));
    return opening + [...tails].join('; ');
  });
}

/** `Multiple values found: `; the whole sentence where it has no heading. */
const headingOf = (doubt: string): string => /^[^:"]*: /.exec(doubt)?.[0] ?? doubt;

/** Why a field is below the threshold: all that speaks against it. If nothing does, it is the reader's record, or that it is alone. */
function doubts({ caps: given, score, prior }: AppraisedField, threshold: number): readonly string[] {
  if (score >= threshold) return [];
  const opposed = given.filter((one) => !isUnopposed(one) && one.value < threshold);
  if (opposed.length > 0) return opposed.filter((one) => !repeats(one, opposed)).map(doubtOf);
  const wanting = 'nothing speaks against it; more needs a second reader of another kind';
  return [
    prior === undefined || score >= unopposedStrength
      ? wanting
      : `of 100 such values of this reader about ${Math.round(score * 100)} are right`,
  ];
}

const notPresent = 'Not present: ';

/** A required value that is missing is one thing to say, with what speaks against the null. */
function missed(field: AppraisedField, threshold: number): readonly string[] {
  const because = doubts(field, threshold);
  const absences = because.filter((doubt) => doubt.startsWith(notPresent)).map((doubt) => doubt.slice(notPresent.length));
  return [
    [missing, ...absences.filter((absence) => absence !== missing)].join('; '),
    ...because.filter((doubt) => !doubt.startsWith(notPresent)),
  ];
}

/** Whether a finding is no more than the reader's word for what another one says with the page: `Multiple values found`, `Not present`. */
const repeats = (one: Cap, all: readonly Cap[]): boolean =>
  classOf(one) === 'model' && all.some((other) => classOf(other) !== 'model' && kindOf(other) === kindOf(one));
const kindOf = ({ reason }: Cap): string | undefined => reason.split(':')[0];

/** An identifier or a name in which letters of two scripts look alike is another one than a person reads. */
const mixedScripts = ({ path, value, family }: AppraisedField): readonly string[] =>
  family !== 'line' && typeof value === 'string' && mixesLookAlikes(value)
    ? [`${path}: mixes Latin letters with letters of another script that look like them`]
    : [];

/** What is struck out no longer holds, and what lies over other words is what somebody put there. */
const struckOut = ({ path, page, text }: AppraisedField, { document }: DocumentIndex): readonly string[] => {
  const traces = document.pages.find(({ number }) => number === page)?.traces ?? [];
  return (['struck', 'covered'] as const).flatMap((kind) =>
    traces.some((trace) => trace.kind === kind && sharesWord(text ?? '', trace.text))
      ? [`${path}: its words ${traced[kind]} on page ${page}`]
      : [],
  );
};
const traced = { struck: 'are struck out', covered: 'lie over others' } as const;

/** Whether a value and a trace have a word in common; of a value with digits one that has some. */
function sharesWord(printed: string, said: string): boolean {
  const words = (text: string): readonly string[] => text.split(/\s+/).map(squash);
  const own = words(printed).filter((word) => word.length > 1);
  const [digits, others] = [own.filter((word) => /\d/.test(word)), words(said)];
  return digits.length > 0 ? digits.some((word) => others.includes(word)) : own.length > 0 && own.every((word) => others.includes(word));
}

function aboutPages(pages: readonly PageIndex[], what: string): readonly string[] {
  const numbers = pages.map(({ page }) => page.number).join(', ');
  if (pages.length === 0) return [];
  return [pages.length === 1 ? `page ${numbers} holds ${what}` : `pages ${numbers} hold ${what}`];
}
