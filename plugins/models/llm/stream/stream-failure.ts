import { ExtractionError } from '../../../../core/index.js';
import { unfinished } from '../request/failure.js';

/** The stream ended before the answer did. The provider has worked, and a second try may be in vain as well. */
export const brokenOff = (label: string): ExtractionError =>
  new ExtractionError('LLM_ERROR', `${label}: the answer broke off`, { retryable: 'once' });

/** The answer paused for longer than a model that works. */
export const fellSilent = (label: string, silenceMs: number): ExtractionError =>
  new ExtractionError('LLM_ERROR', `${label}: the answer paused for ${silenceMs} ms (silence_ms)`, { retryable: 'once' });

/** Codes of errors that no waiting resolves. */
const lasting = /invalid|quota|billing|spend_limit|authentication|permission|not_found|too_large/;

/** An error among the events of a stream. `code` is a word of the API; once the answer has begun, the provider has worked. */
export const reported = (label: string, code: string, begun: boolean): ExtractionError =>
  unfinished(label, code, { retryable: lasting.test(code) ? false : begun ? 'once' : true });
