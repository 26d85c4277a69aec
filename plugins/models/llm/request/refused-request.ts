import { ExtractionError, type FailureDetails, type Usage } from '../../../../core/index.js';
import type { Refused } from '../learned/refused.js';
import { refusedOf } from '../learned/refused-header.js';

/** A server does not take a request as it is, and says what of it. */
export class RefusedRequest extends ExtractionError {
  constructor(
    message: string,
    details: FailureDetails,
    readonly refused: Refused,
  ) {
    super('LLM_ERROR', message, details);
  }
}

/** Whether a request was larger than the model holds. */
export const isTooLarge = (error: unknown): error is RefusedRequest => error instanceof RefusedRequest && error.refused.what === 'context';

/** The model came to the end of its context before that of its answer. `reason` is the word of its API. */
export const contextFull = (label: string, reason: string, usage: Usage | undefined): RefusedRequest => {
  const message = `${label}: gave no answer (${reason}): ${help.context({ what: 'context' })}`;
  return new RefusedRequest(message, { worked: true, ours: true, usage }, { what: 'context' });
};

/** Statuses of a request that the server does not take as it is. */
const refusals: readonly number[] = [400, 413, 422];

/** What servers say where a document and its answer are too long: OpenAI, llama.cpp, Anthropic. */
const tooLong: readonly string[] = ['context_length_exceeded', 'string_above_max_length', 'exceed_context_size_error', 'request_too_large'];
/** What they say of anything else in a request that they do not take: OpenAI and its like, vLLM, Google. */
const notTaken: readonly string[] = [
  'invalid_request_error',
  'invalid_json_schema',
  'invalid_value',
  'unsupported_parameter',
  'unsupported_value',
  'BadRequestError',
  'INVALID_ARGUMENT',
];

/** What was refused: what the answer said of it, else what its codes mean. */
export const refusedBy = (headers: Headers | undefined, codes: readonly string[]): Refused | undefined =>
  refusedOf(headers) ?? (codes.some((code) => tooLong.includes(code)) ? { what: 'context' } : undefined);

/** What would help against the refusal of a request, after a colon; '' where the status is one of another failure. */
export function helpAgainst(status: number, refused: Refused | undefined): string {
  if (refused) return `: ${help[refused.what](refused)}`;
  if (!refusals.includes(status)) return '';
  return ': the server may lack what it was asked for; see the options structured, pdf and max_output_tokens';
}

const help = {
  form: () => 'the server does not hold answers to the form that was asked for; see the option structured',
  content: () => 'the server does not take pictures or files as they were sent; see the option pdf',
  context: (refused: Refused) =>
    `the model does not hold the document and its answer${limitIn(refused)}; set context to what it holds, or give it a larger context`,
  output: (refused: Refused) => `the model does not give answers of so many tokens${limitIn(refused)}; set max_output_tokens to its limit`,
} satisfies Record<Refused['what'], (refused: Refused) => string>;

const limitIn = (refused: Refused): string =>
  'limitTokens' in refused && refused.limitTokens !== undefined ? ` (it says ${refused.limitTokens} tokens)` : '';

/** The first code that is known, to be shown. Any other one might repeat what the server has read, a single word of it. */
export const knownCode = (codes: readonly string[]): string | undefined =>
  codes.find((code) => tooLong.includes(code) || notTaken.includes(code));
