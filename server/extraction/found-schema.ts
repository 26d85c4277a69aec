import { type Classification, type Engine, ExtractionError, InputError, type SchemaChoice, type SourceFile } from '../../core/index.js';
import { busy } from '../guards/admission-queue.js';
import { Refusal } from '../http/refusal.js';
import { named, unknownSchema } from '../http/upload/named-schema.js';
import type { SentUpload, Upload } from '../http/upload/read-upload.js';

/**
 * An upload by the schema that its document belongs to, where that is asked for.
 * @throws what `classify` throws, and Refusal 422 where nobody can tell
 */
export async function withFoundSchema(
  { outputSchema, ...sent }: SentUpload,
  classify: (file: SourceFile) => Promise<Classification>,
): Promise<Upload> {
  if (outputSchema !== null) return { ...sent, outputSchema };
  const found = await classify(sent.file);
  if (!found.schema) throw new Refusal('SCHEMA_UNKNOWN', unknownSchema(found));
  const { text, ...schema } = named(found.schema);
  return { ...sent, ...schema, outputSchema: text };
}

/** What was not read in time may be read soon; else the file itself is the reason. */
export const unclassified = (error: unknown): unknown => {
  if (!(error instanceof ExtractionError)) return error;
  return error.retryable || error.code === 'TIMEOUT_ERROR'
    ? busy(error.message, { cause: error })
    : new InputError(error.message, { cause: error });
};

/** The schema that a file belongs to, for who asks in the same process. @throws InputError where it cannot be read, or nobody can tell */
export async function foundSchema(engine: Pick<Engine, 'classify'>, file: SourceFile, signal?: AbortSignal): Promise<SchemaChoice> {
  const found = await engine.classify(file, signal).catch((error) => {
    throw error instanceof ExtractionError ? new InputError(error.message, { cause: error }) : error;
  });
  if (found.schema) return found.schema;
  throw new InputError(unknownSchema(found));
}
