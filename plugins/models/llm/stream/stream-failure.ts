import { ExtractionError } from '../../../../core/index.js';
import { refusedIn } from '../learned/refused.js';
import { textAt } from '../reply/at.js';
import { unfinished } from '../request/failure.js';
import { helpAgainst, RefusedRequest } from '../request/refused-request.js';

/** The stream ended before the answer did. The provider has worked, and a second try may be in vain as well. */
export const brokenOff = (label: string): ExtractionError =>
  new ExtractionError('LLM_ERROR', `${label}: the answer broke off`, { retryable: 'once' });

/** The answer paused for longer than a model that works. */
export const fellSilent = (label: string, silenceMs: number): ExtractionError =>
  new ExtractionError('LLM_ERROR', `${label}: the answer paused for ${silenceMs} ms (silence_ms)`, { retryable: 'once' });

/** Codes of errors that no waiting resolves. */
const lasting = /invalid|quota|billing|spend_limit|authentication|permission|not_found|too_large/;

/** An error among the events of a stream. */
export interface ReportedError {
  /** A word of the API. */
  readonly code: string;
  /** Once the answer has begun, the provider has worked. */
  readonly begun: boolean;
  /** The error as it came, which may say what of the request was refused. */
  readonly error?: unknown;
}

/** What becomes of an error among the events of a stream. */
export function reported(label: string, { code, begun, error }: ReportedError): ExtractionError {
  const refused = begun ? undefined : refusedIn(400, error);
  if (refused) return new RefusedRequest(`${label}: the request was refused${helpAgainst(400, refused)}`, { ours: true }, refused);
  if (isSharedContext(error)) return contextShared(label);
  return unfinished(label, code, { retryable: lasting.test(code) ? false : begun ? 'once' : true });
}

/** llama.cpp's words for it; all requests that it answers at the time end with them, and find room again once they come one by one. */
const isSharedContext = (error: unknown): boolean =>
  /^context size has been exceeded/i.test(textAt(error, 'message') ?? textAt(error, 'error', 'message') ?? '');

const contextShared = (label: string): ExtractionError =>
  new ExtractionError(
    'LLM_ERROR',
    `${label}: gave no answer: requests that the server answers at once share a context and have filled it; give it a larger one, or let it take one at a time (llama.cpp: --parallel 1)`,
    { retryable: 'once' },
  );
