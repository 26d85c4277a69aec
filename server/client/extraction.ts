import type {
  AnsweredMeta,
  AnsweredMetadata,
  AnsweredReview,
  AnsweredUsage,
  AnsweredVerification,
  ExtractAnswer,
  FieldEvidence,
  SchemaName,
} from './answer.js';
import { ExtractionFailedError, UnexpectedAnswerError, VouchError } from './errors.js';
import { type EvidenceOf, evidenceTree, record } from './evidence.js';
import type { JsonValue } from './schema/types.js';

/** What a document says by a schema, and what proves it. */
export interface Vouched<Data> {
  /** The values. What the document does not state is null. */
  readonly data: Data;
  /** What proves them, in the same shape: `evidence.total.score`. */
  readonly evidence: EvidenceOf<Data>;
  /** The fields that a person should look at: those with a score under the threshold, the least sure first. */
  readonly doubtful: readonly FieldEvidence[];
  /** All fields in the order of the answer. */
  readonly fields: readonly FieldEvidence[];
  /** The score of the least sure required field. */
  readonly score: number;
  /** What a person should look at, as sentences. */
  readonly issues: readonly string[];
  readonly metadata: AnsweredMetadata;
  /** Where it was asked for with `verify`. */
  readonly verification?: AnsweredVerification;
  /** Where it was asked for with `include: ['usage']`. */
  readonly usage?: AnsweredUsage;
  /** Where it was asked for with `review: true`: whether a person is needed and what for, and the id of the run for `vouch.runs`. */
  readonly review?: AnsweredReview;
  /** Which schema of the server the values follow, where that is `auto`. */
  readonly schema?: SchemaName;
  /** Where it was asked for with `include: ['receipt']`: the answer as it came, which the receipt in it signs. Keep it for `vouch verify`. */
  readonly signed?: ExtractAnswer;
  /** The id under which the server's log knows the request. */
  readonly requestId: string | undefined;
}

export interface AnswerContext extends Pick<Vouched<unknown>, 'signed' | 'schema'> {
  readonly threshold: number;
  readonly requestId: string | undefined;
}

/** One of the documents of a file: what it says, or why it could not be read. */
export type VouchedPart<Data> =
  | (Vouched<Data> & {
      /** Its pages by their numbers in the file; absent where the file is one document. */
      readonly pages?: readonly number[];
      readonly failure?: undefined;
    })
  | { readonly pages: readonly number[]; readonly failure: ExtractionFailedError };

/** The file holds several documents, which were read and charged: they are here. `extractAll` returns them. */
export class SeveralDocumentsError extends VouchError {
  override readonly name = 'SeveralDocumentsError';

  constructor(
    readonly documents: readonly VouchedPart<unknown>[],
    readonly requestId: string | undefined,
  ) {
    super(`The file holds ${documents.length} documents: extractAll returns each, and so does "documents" of this error`);
  }
}

/** @throws ExtractionFailedError, SeveralDocumentsError, UnexpectedAnswerError */
export function extractionOf<Data>(answer: unknown, context: AnswerContext): Vouched<Data> {
  const [only, ...others] = extractionsOf<Data>(answer, context);
  if (!only || only.failure || others.length > 0) throw new SeveralDocumentsError([...(only ? [only] : []), ...others], context.requestId);
  return only;
}

/** Every document of an answer. @throws ExtractionFailedError where the file is one document, or none of it could be read; UnexpectedAnswerError */
export function extractionsOf<Data>(answer: unknown, context: AnswerContext): readonly VouchedPart<Data>[] {
  const signed = isRecord(answer) && 'receipt' in answer ? { signed: answer as unknown as ExtractAnswer } : {};
  const named = isRecord(answer) && isRecord(answer['schema']) ? { schema: answer['schema'] as unknown as SchemaName } : {};
  const all = { ...context, ...signed, ...named };
  if (!isRecord(answer) || !Array.isArray(answer['documents']) || isRecord(answer['error'])) return [documentOf<Data>(answer, all)];
  return answer['documents'].map((part: unknown) => partOf<Data>(part, all));
}

function partOf<Data>(part: unknown, context: AnswerContext): VouchedPart<Data> {
  const pages = isRecord(part) && Array.isArray(part['pages']) ? part['pages'].map(Number) : [];
  try {
    return { ...documentOf<Data>(part, context), pages };
  } catch (error) {
    if (error instanceof ExtractionFailedError) return { pages, failure: error };
    throw error;
  }
}

function documentOf<Data>(answer: unknown, { threshold, requestId, signed, schema }: AnswerContext): Vouched<Data> {
  if (!isAnswer(answer)) throw new UnexpectedAnswerError(200, requestId);
  const { object, metadata, verification, error, usage, review } = answer;
  if (error) throw new ExtractionFailedError(error.code, error.message, requestId, metadata.credits);
  if (object === null) throw new UnexpectedAnswerError(200, requestId);
  const { _meta: meta } = object;
  const data = record(Object.entries(object).filter(([name]) => name !== '_meta')) as { readonly [name: string]: JsonValue };
  const fields = meta.field_confidence;
  return {
    data: data as Data,
    evidence: evidenceTree(data, fields) as EvidenceOf<Data>,
    doubtful: fields.filter(({ score }) => score < threshold).toSorted((a, b) => a.score - b.score),
    fields,
    score: meta.confidence_score,
    issues: meta.issues,
    metadata,
    ...(verification && { verification }),
    ...(usage && { usage }),
    ...(review && { review }),
    ...(schema && { schema }),
    ...(signed && { signed }),
    requestId,
  };
}

/** An answer about one document. */
type SingleAnswer = Omit<ExtractAnswer, 'object' | 'documents'> & {
  readonly object: { readonly _meta: AnsweredMeta; readonly [name: string]: unknown } | null;
};

function isAnswer(answer: unknown): answer is SingleAnswer {
  if (!isRecord(answer) || !isRecord(answer['metadata'])) return false;
  const { object, error } = answer;
  if (object === null) return isRecord(error);
  return isRecord(object) && isMeta(object['_meta']);
}

const isMeta = (meta: unknown): meta is AnsweredMeta =>
  isRecord(meta) && Array.isArray(meta['field_confidence']) && Array.isArray(meta['issues']);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
