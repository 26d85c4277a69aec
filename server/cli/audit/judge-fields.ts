import {
  type AppraisedField,
  type Cap,
  child,
  doubtOf,
  type Field,
  isObject,
  isVeto,
  type Json,
  type JsonObject,
  type Schema,
  type SchemaNode,
  scoreOf,
  template,
  unopposedStrength,
  unshownConfidence,
} from '../../../core/index.js';
import type { FieldEvidence } from '../../client/index.js';
import { type AuditContext, type AuditFinding, finding } from './finding.js';
import { boxFault, recheck } from './recheck.js';
import type { ResultLeaf, SavedResult } from './result.js';

/** One finding for each field of a result, in its order; then one for each entry or missing property that belongs to none of them. */
export function judgeFields(context: AuditContext): readonly AuditFinding[] {
  const { result, schema } = context;
  const wrong = schema ? deviations(result.data, schema) : [];
  const entries = Map.groupBy(result.entries, ({ field }) => field);
  const paths = new Set(result.leaves.map(({ path }) => path));
  const appraised = new Map(context.reappraisal.draft.fields.map((field) => [field.path, field]));
  return [
    ...result.leaves.map((leaf) =>
      judgeField(leaf, { context, wrong, entries: entries.get(leaf.path) ?? [], appraised: appraised.get(leaf.path) }),
    ),
    ...wrong.filter(({ path }) => !paths.has(path)).map(({ path, problem }) => finding(path, [problem])),
    ...[...entries.keys()]
      .filter((field) => !paths.has(field))
      .map((field) => finding(field, ['it has an entry in field_confidence, but the result has no such field'])),
  ];
}

interface FieldContext {
  readonly context: AuditContext;
  readonly wrong: readonly Deviation[];
  readonly entries: readonly FieldEvidence[];
  readonly appraised: AppraisedField | undefined;
}

function judgeField(leaf: ResultLeaf, { context, wrong, entries, appraised }: FieldContext): AuditFinding {
  const deviating = wrong.filter(({ path }) => path === leaf.path).map(({ problem }) => problem);
  const [entry, ...more] = entries;
  if (!entry)
    return finding(leaf.path, [...deviating, 'nothing vouches for it: it has no entry in field_confidence'], { value: leaf.value });
  // A value without valid evidence always has a wrong score as well, so only the evidence is reported.
  const unproven = judgeEvidence(leaf, entry, { ...context, appraised });
  const problems = [
    ...deviating,
    ...(more.length > 0 ? [`it has ${entries.length} entries in field_confidence`] : []),
    ...(unproven.length > 0 ? unproven : judgeScore(leaf, entry, { ...context, appraised })),
  ];
  const { score, page, text } = entry;
  return finding(leaf.path, problems, {
    value: leaf.value,
    score,
    ...(page !== undefined && { page }),
    ...(text !== undefined && { text }),
  });
}

/** The problems of the evidence: it must be on its page and carry the value; without any, a score cannot be high. */
function judgeEvidence(leaf: ResultLeaf, entry: FieldEvidence, { reappraisal, schema, appraised }: JudgedField): readonly string[] {
  const { path, value } = leaf;
  const { score, page, text, boxes = [] } = entry;
  const { pages } = reappraisal.document;
  if (!(score >= 0 && score <= 1)) return [`the score ${score} is not from 0 to 1`];
  if (value === null || Array.isArray(value)) return text === undefined ? [] : ['it has evidence, but no value'];
  if (page === undefined || text === undefined) return score > unshownConfidence ? ['it has a value, but no evidence'] : [];
  const found = recheck({ value, page, text }, pages);
  if ('problem' in found && !(found.onPage && (isChoice(path, schema) || isShownBy(appraised, leaf, entry)))) return [found.problem];
  const fault = boxFault(boxes, text, pages);
  return fault === undefined ? [] : [fault];
}

type JudgedField = AuditContext & { readonly appraised: AppraisedField | undefined };

/** Whether the engine, asked again, finds the value in these very words: an amount may be printed with the other sign, a day without its year. */
const isShownBy = (appraised: AppraisedField | undefined, { value }: ResultLeaf, { page, text }: FieldEvidence): boolean =>
  appraised !== undefined && appraised.value === value && appraised.text === text && appraised.page === page;

/** A value of an enum can be concluded from words that do not print it. */
const isChoice = (path: string, schema: Schema | undefined): boolean =>
  schema?.fields.some((field) => field.path === template(path) && field.enum !== undefined) ?? false;

/**
 * The problems of a score: it must be that of its findings, where they were saved; exceed neither a veto nor what its own reason allows; and a
 * low one needs an issue.
 */
function judgeScore(
  { path, value }: ResultLeaf,
  entry: FieldEvidence,
  { result, reappraisal, threshold, schema, appraised }: JudgedField,
): readonly string[] {
  const unquoted = value !== null && !Array.isArray(value) && entry.text === undefined;
  const caps = appraised && !unquoted ? lasting(appraised, schema !== undefined) : [];
  const [lowest] = caps.filter((cap) => cap.weight === undefined || isVeto(cap.name)).toSorted((a, b) => a.value - b.value);
  const isLow = entry.score < threshold;
  const missing =
    isLow || (appraised && result.acceptedAtOnce && highestOf(appraised, reappraisal.given ? appraised.caps : caps) < threshold)
      ? caps.filter((cap) => cap.value < Math.min(threshold, unopposedStrength) && !isSaid(cap, path, result))
      : [];
  const unexplained = isLow && !result.issues.some((issue) => issue.startsWith(`${path}: `));
  return [
    ...(lowest && entry.score > lowest.value ? [`the score ${entry.score} is too high: ${lowest.reason}, ${lowest.value} at most`] : []),
    ...(entry.evidence ? judgeSum(entry, entry.evidence, caps) : []),
    ...(contradictsReason(entry, result, threshold) ? [`the score ${entry.score} is too high for its own reason: ${entry.reason}`] : []),
    ...missing.map(({ reason }) => `an issue is missing: ${reason}`),
    ...(unexplained && missing.length === 0 ? [`the score is under ${threshold}, and no issue says why`] : []),
  ];
}

/** Whether an issue of the field says what a finding does; findings with one heading share an issue. */
function isSaid(cap: Cap, path: string, { issues }: SavedResult): boolean {
  const said = doubtOf(cap).replace(/^[^:"]*: /, '');
  return issues.some((issue) => issue.startsWith(`${path}: `) && issue.includes(said, path.length));
}

/**
 * The findings of a field that hold whichever model read it. Agreement and the model's own word are left out because the result does not
 * record what a second reader said; without the caller's schema the labels of a field are unknown as well.
 */
const lasting = ({ caps }: AppraisedField, hasSchema: boolean): readonly Cap[] =>
  caps.filter(({ name }) => !/^(?:agreement|model)\./.test(name) && (hasSchema || !/^(?:label|uniqueness|absence)\./.test(name)));

/** The highest score that Tier 1 could have given, had another reader confirmed its value. A null has that of its findings. */
const highestOf = ({ prior, score }: AppraisedField, caps: readonly Cap[]): number =>
  prior === undefined ? score : scoreOf({ prior, weights: [...caps.map(({ weight = 0 }) => weight), confirmed], atMost: 1 });

/** More, in log-odds, than a second reader and a certain first one add. */
const confirmed = 1.5;

/** The problems of saved findings: the score must follow from them, and none may be left out that speaks strongly against the value. */
function judgeSum(
  entry: FieldEvidence,
  { prior, findings }: NonNullable<FieldEvidence['evidence']>,
  caps: readonly Cap[],
): readonly string[] {
  const score = sumOf(entry, { ...(prior !== undefined && { prior }), findings });
  const isSaid = ({ name, weight = 0 }: Cap): boolean =>
    findings.some((one) => classOf(one.name) === classOf(name) && (one.weight ?? 0) <= weight / 2);
  const left = caps.filter((cap) => (cap.weight ?? 0) <= -strong && !isSaid(cap));
  return [
    ...(Math.abs(score - entry.score) > 0.005 ? [`the score is ${entry.score}, but its findings give ${score}`] : []),
    ...left.map(({ reason }) => `a finding is missing: ${reason}`),
  ];
}

/** A finding of this weight alone nearly triples the odds that a value is wrong. */
const strong = 1;
const classOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** The score that findings give; a null has that of its weakest. */
function sumOf({ text }: FieldEvidence, { prior, findings }: NonNullable<FieldEvidence['evidence']>): number {
  const atMost = Math.min(1, ...findings.map(({ at_most: most = 1 }) => most));
  if (prior === undefined) return Math.round(atMost * 100) / 100;
  const isShown = text !== undefined || findings.some(({ name }) => name === 'evidence.agreedUnseen');
  const weights = findings.map(({ weight = 0 }) => weight);
  return scoreOf({ prior, weights, atMost: isShown ? atMost : Math.min(atMost, unshownConfidence) });
}

/**
 * Whether an entry's reason belongs to a lower score. What keeps a score below the threshold is also an issue, so that a score above it with
 * such a reason was raised; only that readers differ is an issue either way.
 */
function contradictsReason({ field, score, reason }: FieldEvidence, { issues }: SavedResult, threshold: number): boolean {
  if (score > mostFor(reason)) return true;
  const [, heading = '', said = ''] = /^([^:"]*: )?(.*)$/s.exec(reason) ?? [];
  const isIssue = issues.some((issue) => issue.startsWith(`${field}: ${heading}`) && issue.slice(field.length + 2).includes(said));
  return score >= threshold && heading !== 'Multiple values found: ' && isIssue;
}

/** The highest score with a reason that begins so. */
const mostFor = (reason: string): number => beginnings.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? 1;
const beginnings: readonly (readonly [string, number])[] = [
  ['Not present: but', unshownConfidence],
  ['Not present', 0.9],
  ['Not found on the page', unshownConfidence],
  ['No text layer', unshownConfidence],
  ['Contradicted', 0.3],
  ['Several documents', 0.8],
];

/** A value that is not what the schema asks for. `problem` completes a sentence about it. */
interface Deviation {
  readonly path: string;
  readonly problem: string;
}

/** Every deviation of data from a schema: each property must exist, no other may, and each value is null or fits type and enum. */
const deviations = (data: JsonObject, schema: Schema): readonly Deviation[] => visit(schema.root, data, '$');

function visit(node: SchemaNode, value: Json, path: string): readonly Deviation[] {
  if (node.kind === 'leaf') {
    const problem = value === null ? undefined : wrong(value, node.field);
    return problem === undefined ? [] : [{ path, problem }];
  }
  if (node.kind === 'array')
    return Array.isArray(value)
      ? value.flatMap((item, index) => visit(node.items, item, `${path}[${index}]`))
      : [{ path, problem: 'it is no list' }];
  if (!isObject(value)) return [{ path, problem: 'it is no object' }];
  const names = new Set(node.properties.map(([name]) => name));
  return [
    ...node.properties.flatMap(([name, property]) =>
      Object.hasOwn(value, name)
        ? visit(property, value[name] ?? null, child(path, name))
        : [{ path: child(path, name), problem: 'the schema has it, the result does not' }],
    ),
    ...Object.keys(value).flatMap((name) =>
      names.has(name) ? [] : [{ path: child(path, name), problem: 'the schema has no such field' }],
    ),
  ];
}

function wrong(value: Json, { type, enum: choices }: Field): string | undefined {
  const fits = type === 'integer' ? Number.isInteger(value) : typeof value === type;
  if (!fits) return `it is no ${type}`;
  return choices && !choices.includes(value) ? 'it is none of the values that the schema allows' : undefined;
}
