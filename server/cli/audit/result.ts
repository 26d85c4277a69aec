import { child, InputError, isObject, type Json, type JsonObject } from '../../../core/index.js';
import type { FieldEvidence } from '../../client/index.js';
import { isBoxes, isEvidence } from '../../report/content.js';
import type { CheckBody, VerificationBody } from '../../wire/extraction.js';

/** A value of a result with its path. An array without rows is a leaf as well. */
export interface ResultLeaf {
  /** `$.total`, `$.line_items[0].amount`. */
  readonly path: string;
  readonly value: Json;
}

/** A parsed answer from a file, which anybody may have edited since the extraction. */
export interface SavedResult {
  /** The data, without `_meta`. */
  readonly data: JsonObject;
  readonly leaves: readonly ResultLeaf[];
  readonly entries: readonly FieldEvidence[];
  readonly confidence: number;
  readonly issues: readonly string[];
  readonly verification?: VerificationBody;
  /** Whether `metadata` says that Tier 1 was enough; unknown when only the object was saved. */
  readonly acceptedAtOnce?: boolean;
  /** The confidence that `metadata` repeats after a fallback. */
  readonly repeatedConfidence?: number;
}

/** Parses a saved answer, the whole body or only its `object`. @throws InputError when it is neither, or the extraction had failed. */
export function readResult(text: string): SavedResult {
  const body = parsedAnswer(text);
  if (isObject(body['error']))
    throw new InputError(`it is the answer to a failed extraction (${body['error']['code']}), and holds no values`);
  if (Array.isArray(body['documents']))
    throw new InputError(
      `it is the answer about ${body['documents'].length} documents in one file; give one of its "documents", whose pages keep their numbers`,
    );
  const object = isObject(body['object']) ? body['object'] : body;
  const { _meta: meta, ...data } = object;
  if (!isObject(meta)) throw notResult('_meta is missing');
  const { confidence_score: confidence, field_confidence: entries, issues } = meta;
  if (typeof confidence !== 'number') throw notResult('_meta.confidence_score is no number');
  if (!Array.isArray(entries) || !entries.every(isEntry))
    throw notResult('_meta.field_confidence is no list of entries with field, score and reason');
  if (!isTexts(issues)) throw notResult('_meta.issues is no list of sentences');
  const { verification, metadata } = object === body ? {} : body;
  if (verification !== undefined && !isVerification(verification)) throw notResult('verification is not in the form of the wire contract');
  const { confidence_score: repeated, fallback_triggered: fallback } = isObject(metadata) ? metadata : {};
  return {
    data,
    leaves: Object.entries(data).flatMap(([name, value]) => leavesOf(value, child('$', name))),
    entries,
    confidence,
    issues,
    ...(verification && { verification }),
    ...(typeof fallback === 'boolean' && { acceptedAtOnce: !fallback }),
    ...(typeof repeated === 'number' && { repeatedConfidence: repeated }),
  };
}

/** The JSON object of a saved answer. @throws InputError when it is none */
export function parsedAnswer(text: string): JsonObject {
  try {
    const value: Json = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (cause) {
    throw notResult('it is not JSON', { cause });
  }
  throw notResult('it is no JSON object');
}

const notResult = (why: string, options?: ErrorOptions): InputError =>
  new InputError(`it is no answer of Vouch: ${why}; expected is what vouch extract --json prints, or the "object" in it`, options);

function leavesOf(value: Json, path: string): readonly ResultLeaf[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((item, index) => leavesOf(item, `${path}[${index}]`));
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, child(path, name))) : [{ path, value }];
}

const isTexts = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isNumberOrNull = (value: Json | undefined): boolean => value === null || typeof value === 'number';

const isEntry = (value: Json): value is JsonObject & FieldEvidence =>
  isObject(value) &&
  typeof value['field'] === 'string' &&
  typeof value['score'] === 'number' &&
  typeof value['reason'] === 'string' &&
  ['number', 'undefined'].includes(typeof value['page']) &&
  ['string', 'undefined'].includes(typeof value['text']) &&
  (value['boxes'] === undefined || isBoxes(value['boxes'])) &&
  (value['evidence'] === undefined || isEvidence(value['evidence']));

const isCheck = (value: Json): value is JsonObject & CheckBody =>
  isObject(value) &&
  typeof value['type'] === 'string' &&
  typeof value['status'] === 'string' &&
  typeof value['passed'] === 'boolean' &&
  isTexts(value['fields']) &&
  (value['delta'] === undefined
    ? ['expected', 'actual'].every((name) => isStatable(value[name]))
    : ['delta', 'expected', 'actual'].every((name) => isNumberOrNull(value[name])));

const isStatable = (value: Json | undefined): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isVerification = (value: Json): value is JsonObject & VerificationBody =>
  isObject(value) &&
  typeof value['status'] === 'string' &&
  ['checks_passed', 'checks_failed', 'cannot_verify_count'].every((name) => typeof value[name] === 'number') &&
  Array.isArray(value['checks_run']) &&
  value['checks_run'].every(isCheck);
