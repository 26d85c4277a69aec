import { ExtractionError } from '../../../core/index.js';
import { at, numberAt, textAt } from '../llm/reply/at.js';
import { unfinished } from '../llm/request/failure.js';
import { StatusError } from '../llm/request/post.js';
import { brokenOff, reported } from '../llm/stream/stream-failure.js';

/** What the SDK threw, in the form that all providers' failures are told by. Its messages are not kept: they may repeat the prompt. */
export function awsFailure(error: unknown, label: string, begun: boolean): unknown {
  if (error instanceof ExtractionError) return error;
  const name = textAt(error, 'name') ?? '';
  if (/^(?:CredentialsProviderError|TokenProviderError)$/.test(name)) return withoutCredentials(label, name);
  // The SDK adds words of its own to what Node's fetch says of a socket that ends within an answer.
  if (textAt(error, 'message')?.startsWith('terminated')) return brokenOff(label);
  const status = numberAt(error, '$metadata', 'httpStatusCode');
  if (!textAt(error, '$fault')) return error;
  // An error among the events of a stream has no status of its own.
  if (status === undefined || status < 400)
    return name === 'ValidationException' ? unfinished(label, name, {}) : reported(label, { code: name, begun });
  return new StatusError(status, headersOf(error), name);
}

const withoutCredentials = (label: string, name: string): ExtractionError =>
  new ExtractionError('LLM_ERROR', `${label}: no AWS credentials were found, so nothing was sent`, { cause: new Error(name), ours: true });

/** The SDK keeps the response out of sight, with its headers as an object. */
function headersOf(error: unknown): Headers {
  const requestId = textAt(error, '$metadata', 'requestId');
  return new Headers({
    ...Object(at(error, '$response', 'headers')),
    ...(requestId && { 'x-request-id': requestId }),
  });
}
