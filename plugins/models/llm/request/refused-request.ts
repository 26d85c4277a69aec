/** Statuses of a request that the server does not take as it is. */
const refused: readonly number[] = [400, 413, 422];

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

/** What would help against the refusal of a request, after a colon; '' where the status is another one. `codes` are what the API calls it. */
export function helpAgainst(status: number, codes: readonly string[]): string {
  if (!refused.includes(status)) return '';
  return codes.some((code) => tooLong.includes(code))
    ? ': the model does not hold the document and its answer; set max_output_tokens and window_tokens lower, or give it a larger context'
    : ': the server may lack what it was asked for; see the options structured, pdf and max_output_tokens';
}

/** The first code that is known, to be shown. Any other one might repeat what the server has read, a single word of it. */
export const knownCode = (codes: readonly string[]): string | undefined =>
  codes.find((code) => tooLong.includes(code) || notTaken.includes(code));
