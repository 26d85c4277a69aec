import {
  type AppraisedField,
  type Check,
  type Decimal,
  type Draft,
  type Json,
  type JsonObject,
  type Outcome,
  type Region,
  type Unknown,
  unknown,
  type Verification,
} from '../../core/index.js';
import { isObject } from '../../core/internal.js';
import type { CheckBody, ExtractionBody, VerificationBody } from './schemas.js';

/** The extensions to the specification that a caller can request with `include`. */
export const inclusions = ['boxes'] as const;
export type Inclusion = (typeof inclusions)[number];

/** Converts an outcome to the specified body, with only the requested extensions. */
export function wire({ object, draft, metadata, verification, error }: Outcome, include: readonly Inclusion[] = []): ExtractionBody {
  return {
    object: object && draft && include.includes('boxes') ? withBoxes(object, draft) : object,
    metadata: {
      processing_time_ms: Math.round(metadata.processingTimeMs),
      credits: metadata.credits,
      fallback_triggered: metadata.fallbackTriggered,
      ...(metadata.fallbackTriggered && metadata.confidenceScore !== undefined && { confidence_score: metadata.confidenceScore }),
    },
    ...(verification && { verification: verificationBody(verification) }),
    ...(error && { error: { code: error.code, message: error.message } }),
  };
}

function verificationBody({ status, checks }: Verification): VerificationBody {
  const count = (wanted: Check['status']): number => checks.filter((check) => check.status === wanted).length;
  return {
    status,
    checks_passed: count('PASSED'),
    checks_failed: count('FAILED'),
    cannot_verify_count: count('CANNOT_VERIFY'),
    checks_run: checks.map(checkBody),
  };
}

const checkBody = ({ type, status, fields, delta, expected, actual }: Check): CheckBody => ({
  type,
  status,
  fields,
  passed: status === 'PASSED',
  delta: numberOrNull(delta),
  expected: numberOrNull(expected),
  actual: numberOrNull(actual),
});

const numberOrNull = (value: Decimal | Unknown): number | null => (value === unknown ? null : value.toNumber());

/** Adds `boxes` to each field confidence entry whose text was located on a page. Entries that an injector left out stay out. */
export function withBoxes(object: JsonObject, draft: Draft): JsonObject {
  const { _meta: meta } = object;
  if (!isObject(meta) || !Array.isArray(meta['field_confidence'])) return object;
  const byPath = new Map(draft.fields.map((field) => [field.path, field]));
  const entries = meta['field_confidence'].map((entry) => (isObject(entry) ? placed(entry, byPath.get(String(entry['field']))) : entry));
  return { ...object, _meta: { ...meta, field_confidence: entries } };
}

const placed = (entry: JsonObject, field: AppraisedField | undefined): Json =>
  field?.regions ? { ...entry, boxes: field.regions.map(boxBody) } : entry;

const boxBody = ({ page, x, y, width, height }: Region): JsonObject => ({
  page,
  x: rounded(x),
  y: rounded(y),
  w: rounded(width),
  h: rounded(height),
});

/** Rounds to a twentieth of a point on a page of usual size. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
