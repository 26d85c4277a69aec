import { ExtractionError } from '../../../../core/index.js';

/** Marks a failure as worked, because an earlier request of the same reading is paid for. */
export function charged(error: unknown): unknown {
  if (!(error instanceof ExtractionError) || error.worked) return error;
  const { code, message, cause, retryable, retryAfterMs } = error;
  return new ExtractionError(code, message, { cause, retryable, worked: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}
