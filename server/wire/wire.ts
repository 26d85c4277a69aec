import {
  type AppraisedField,
  type CallUsage,
  type CandidateReading,
  type Check,
  type Classification,
  type Decimal,
  type DocumentOutcome,
  type Draft,
  isObject,
  isVeto,
  type JsonObject,
  type NamedValue,
  type Outcome,
  type Region,
  type RequestUsage,
  type RuleValue,
  shownCost,
  type Unknown,
  unknown,
  type Verification,
} from '../../core/index.js';
import type { StatedBody } from './evidence.js';
import type {
  CheckBody,
  ClassificationBody,
  DocumentBody,
  ExtractionBody,
  OperandBody,
  UsageBody,
  UsageCounts,
  VerificationBody,
} from './extraction.js';

/** What can be added to each entry of a field. */
const fieldInclusions = ['boxes', 'evidence', 'candidates'] as const;

/** The extensions to the specification that a caller can request with `include`. */
export const inclusions = [...fieldInclusions, 'operands', 'usage', 'receipt'] as const;
export type Inclusion = (typeof inclusions)[number];

/** Converts an outcome to the specified body, with only the requested extensions; whoever has the key adds the receipt. */
export function wire(outcome: Outcome, include: readonly Inclusion[] = []): ExtractionBody {
  const { documents } = outcome;
  return {
    ...documentBody(outcome, include),
    ...(documents && { documents: documents.map((document) => ({ pages: document.pages, ...documentBody(document, include) })) }),
    ...(include.includes('usage') && { usage: usageBody(outcome.usage) }),
  };
}

function documentBody(outcome: DocumentOutcome, include: readonly Inclusion[]): DocumentBody {
  const { object, draft, metadata, verification, error } = outcome;
  return {
    object: object && draft && include.length > 0 ? withInclusions(object, draft, include) : object,
    metadata: {
      processing_time_ms: Math.round(metadata.processingTimeMs),
      credits: metadata.credits,
      fallback_triggered: metadata.fallbackTriggered,
      ...(metadata.fallbackTriggered && metadata.confidenceScore !== undefined && { confidence_score: metadata.confidenceScore }),
    },
    ...(verification && { verification: verificationBody(verification, include.includes('operands')) }),
    ...(error && { error: { code: error.code, message: error.message } }),
  };
}

function verificationBody({ status, checks }: Verification, withOperands: boolean): VerificationBody {
  const count = (wanted: Check['status']): number => checks.filter((check) => check.status === wanted).length;
  return {
    status,
    checks_passed: count('PASSED'),
    checks_failed: count('FAILED'),
    cannot_verify_count: count('CANNOT_VERIFY'),
    checks_run: checks.map((check) => ({ ...checkBody(check), ...(withOperands && { operands: check.operands.map(operandBody) }) })),
  };
}

function checkBody(check: Check): CheckBody {
  const { type, status, fields, policy } = check;
  const entry = { type, status, fields, passed: status === 'PASSED', ...(policy && { policy: true as const }) };
  if (check.kind !== 'amounts') return { ...entry, expected: stated(check.expected), actual: stated(check.actual) };
  return { ...entry, delta: numberOrNull(check.delta), expected: numberOrNull(check.expected), actual: numberOrNull(check.actual) };
}

const operandBody = ({ field, value, origin, label }: NamedValue): OperandBody => ({
  field,
  value: stated(value === unknown ? null : value),
  from: origin,
  ...(label !== undefined && { label }),
});

const stated = (value: RuleValue | null): StatedBody => (typeof value === 'object' && value !== null ? value.toNumber() : value);

/** A classification as it stands in answers. */
export const classificationBody = ({ schema, candidates }: Classification): ClassificationBody => ({
  schema: schema ? { name: schema.name, version: schema.version } : null,
  candidates: candidates.map((one) => ({ ...one })),
});

const numberOrNull = (value: Decimal | Unknown): number | null => (value === unknown ? null : value.toNumber());

/** Adds what was asked for to each field confidence entry. Entries that an injector left out stay out. */
export function withInclusions(object: JsonObject, draft: Draft, include: readonly Inclusion[]): JsonObject {
  const { _meta: meta } = object;
  if (!isObject(meta) || !Array.isArray(meta['field_confidence'])) return object;
  const byPath = new Map(draft.fields.map((field) => [field.path, field]));
  const more = (field: AppraisedField) =>
    Object.assign({}, ...fieldInclusions.filter((one) => include.includes(one)).map((one) => extensions[one](field)));
  const entries = meta['field_confidence'].map((entry) => {
    const field = isObject(entry) ? byPath.get(String(entry['field'])) : undefined;
    return isObject(entry) && field ? { ...entry, ...more(field) } : entry;
  });
  return { ...object, _meta: { ...meta, field_confidence: entries } };
}

/** What each inclusion adds to the entry of a field: where its text is, if it was located on a page; and what its score was made from. */
const extensions: Record<(typeof fieldInclusions)[number], (field: AppraisedField) => JsonObject> = {
  boxes: ({ regions }) => (regions ? { boxes: regions.map(boxBody) } : {}),
  evidence: (field) => ({ evidence: evidenceBody(field) }),
  candidates: ({ candidates }) => (candidates ? { candidates: candidates.map(candidateBody) } : {}),
};

export const candidateBody = ({ value, score, reader, page, text }: CandidateReading): JsonObject => ({
  value,
  score,
  reader,
  ...(page !== undefined && { page }),
  ...(text !== undefined && { text }),
});

/** The findings in full: with the prior, the vetoes and whether there is a text, they give the score of the field. */
const evidenceBody = ({ prior, caps }: AppraisedField): JsonObject => ({
  ...(prior !== undefined && { prior }),
  findings: caps.map(({ name, weight, reason, value }) => ({
    name,
    ...(weight !== undefined && { weight }),
    says: reason,
    ...((weight === undefined || isVeto(name)) && { at_most: value }),
  })),
});

function usageBody({ models, currency, ...all }: RequestUsage): UsageBody {
  return {
    ...countBody(all),
    ...(currency !== undefined && { currency }),
    models: models.map(({ model, role, ...used }) => ({ model, tier: role, ...countBody(used) })),
  };
}

const countBody = (used: CallUsage): UsageCounts => ({
  calls: used.calls,
  unmeasured_calls: used.unmeasuredCalls,
  input_tokens: used.inputTokens,
  cached_input_tokens: used.cachedInputTokens,
  cache_write_tokens: used.cacheWriteTokens,
  output_tokens: used.outputTokens,
  cost: used.cost && shownCost(used.cost).toNumber(),
});

/** A rectangle as it stands in answers. */
export const boxBody = ({ page, x, y, width, height }: Region): JsonObject => ({
  page,
  x: rounded(x),
  y: rounded(y),
  w: rounded(width),
  h: rounded(height),
});

/** Rounds to a twentieth of a point on a page of usual size. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
