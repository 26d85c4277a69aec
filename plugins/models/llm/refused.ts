import { at, ExtractionError, type FailureDetails, numberAt, type Usage } from '../../../core/index.js';

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

export const isTooLarge = (error: unknown): error is RefusedRequest => error instanceof RefusedRequest && error.refused.what === 'context';

/** The model came to the end of its context before that of its answer. `reason` is the word of its API. */
export const contextFull = (label: string, reason: string, usage: Usage | undefined): RefusedRequest => {
  const message = `${label}: gave no answer (${reason}): ${help.context({ what: 'context' })}`;
  return new RefusedRequest(message, { worked: true, ours: true, usage }, { what: 'context' });
};

/** Statuses of a request that the server does not take as it is. */
const refusals: readonly number[] = [400, 413, 422];
/** With those that can mean it, too: OpenRouter's 404 and llama.cpp's 500. */
const possibleRefusals: readonly number[] = [...refusals, 404, 500, 501];

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

/** Carries what was refused through SDKs, which keep the headers of an answer and lose or rewrite its body. A server's own is overwritten. */
const headerName = 'x-vouch-refused';

/** The answer of a server, with what it refuses among its headers. Its body can still be read. */
export async function withRefused(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete(headerName);
  if (response.ok) return new Response(response.body, { ...statusOf(response), headers });
  const text = await response.text().catch(() => '');
  const refused = refusedIn(response.status, parsedBody(text));
  if (refused) headers.set(headerName, JSON.stringify(refused));
  return new Response(bodiless.includes(response.status) ? null : text, { ...statusOf(response), headers });
}

/** What was refused, by the headers of an answer that went through `withRefused`. */
function refusedOf(headers: Headers | undefined): Refused | undefined {
  const text = headers?.get(headerName);
  const value = text ? parsedBody(text) : undefined;
  return at(value, 'what') === undefined ? undefined : (value as Refused);
}

/** Statuses that a body must not follow. */
const bodiless: readonly number[] = [204, 205, 304];

const statusOf = ({ status, statusText }: Response): ResponseInit => ({ status, statusText });

/** Some servers answer a refusal with a text. */
export function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
}

/** What of a request a server does not take. It has numbers of the server's words and none of the words, which may repeat the document. */
export type Refused =
  /** The form of the answer: a schema, or any JSON. */
  | { readonly what: 'form' }
  /** Pictures or files. */
  | { readonly what: 'content' }
  /** More tokens than the context holds, input and answer together; how many it holds and what the input was, where the server says so. */
  | { readonly what: 'context'; readonly limitTokens?: number; readonly inputTokens?: number }
  /** More tokens of answer than the model gives. */
  | { readonly what: 'output'; readonly limitTokens?: number };

/** What a refusal is about, by the body of an answer; undefined where it says nothing that is known. */
export function refusedIn(status: number, body: unknown): Refused | undefined {
  if (!possibleRefusals.includes(status)) return undefined;
  const words = wordsIn(body).join('\n');
  if (isContext(words)) return { what: 'context', ...stated({ limitTokens: contextIn(words, body), inputTokens: inputIn(words, body) }) };
  if (outputLimits.some((pattern) => pattern.test(words)))
    return { what: 'output', ...stated({ limitTokens: first(words, outputLimits) }) };
  if (aboutContent.test(words)) return { what: 'content' };
  return aboutForm.test(words) ? { what: 'form' } : undefined;
}

/** Where servers put their words. What they repeat of a request, as FastAPI does under `input`, is not looked at. */
const named = /^(?:error|errors|message|detail|details|msg|param|loc|code|type|error_type|metadata|raw|reason|status|\d+)$/;
const [maxDepth, maxLength] = [6, 2_000];

function wordsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value.slice(0, maxLength)];
  if (typeof value !== 'object' || value === null || depth > maxDepth) return [];
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return [value.join('.').slice(0, maxLength)];
  return Object.entries(value).flatMap(([name, inner]) => (named.test(name) ? wordsIn(inner, depth + 1) : []));
}

/** Codes and sentences of OpenAI, llama.cpp, vLLM, Anthropic, Google, Mistral, Bedrock, LiteLLM, LM Studio and Ollama. */
const contextWords: readonly RegExp[] = [
  /context_length_exceeded|exceed_context_size_error|ContextWindowExceeded|string_above_max_length/,
  /maximum (?:context|model) length|context length is only|exceeds? the (?:available )?(?:model's )?context|exceed context limit/i,
  /prompt is too long|input is too long|input tokens exceeded|input token count|context the overflows|greater than the context length/i,
  /too large for model with \d+ maximum context/i,
];
const isContext = (words: string): boolean => contextWords.some((pattern) => pattern.test(words));

/** OpenAI: 'This model supports at most 16384 completion tokens'. Anthropic: 'max_tokens: 9000 > 8192, which is the maximum allowed number'. */
const outputLimits: readonly RegExp[] = [
  /supports at most (\d[\d,]*) (?:completion|output) tokens/i,
  /> (\d[\d,]*), which is the maximum allowed number of output tokens/i,
  /max\w*_tokens\W.{0,80}?(?:less than or equal to|at most|<=|up to|maximum of|exceeds the (?:model )?limit of) (\d[\d,]*)/i,
  /maximum tokens you requested exceeds the model limit of (\d[\d,]*)/i,
];
const contextLimits: readonly RegExp[] = [
  /maximum (?:context|model) length (?:is|of) (\d[\d,]*)/i,
  /with (\d[\d,]*) maximum context/i,
  /context (?:length|window|size|limit)(?: is| of)?(?: only)? ?\(?(\d[\d,]*)/i,
  /> (\d[\d,]*)(?: maximum|,? decrease)/i,
  /maximum number of tokens allowed \(?(\d[\d,]*)/i,
];

const inputs: readonly RegExp[] = [
  /\((\d[\d,]*) (?:in the messages|of text input)/i,
  /(?:request has|you passed) (\d[\d,]*) input tokens/i,
  /(?:prompt is too long: |request \(|input token count \(?|prompt contains |messages resulted in )(\d[\d,]*)/i,
  /exceed context limit: (\d[\d,]*) \+/i,
];

const contextIn = (words: string, body: unknown): number | undefined =>
  numberAt(body, 'error', 'n_ctx') ?? numberAt(body, 'n_ctx') ?? first(words, contextLimits);
const inputIn = (words: string, body: unknown): number | undefined =>
  numberAt(body, 'error', 'n_prompt_tokens') ?? numberAt(body, 'n_prompt_tokens') ?? first(words, inputs);

/** The number that the first pattern finds; anything below a hundred tokens is no limit of a model. */
function first(words: string, patterns: readonly RegExp[]): number | undefined {
  const found = patterns.map((pattern) => pattern.exec(words)?.[1]).find((digits) => digits !== undefined);
  const tokens = Number(found?.replaceAll(',', ''));
  return tokens >= 100 ? tokens : undefined;
}

/**
 * The names of the option in all APIs, and of what carries it out. OpenRouter answers 404 where no provider takes the parameters, and the
 * form is the only one of ours that some do not take.
 */
const aboutForm =
  /response[_ ]?(?:format|mime_?type|json_?schema|schema)|json[_ ]?(?:schema|mode|object)|text\.format|textFormat|output_?(?:config|format|schema)|structured[ _-]?outputs?|guided[_ ](?:json|decoding|grammar)|grammar|initialize samplers|controlled generation|no endpoints found that (?:support|can handle)/i;
/** Sentences of llama.cpp, OpenAI, vLLM, Ollama and Mistral. OpenRouter says in the words of a refused form that nobody takes a file or a picture. */
const aboutContent =
  /no endpoints found that support (?:image|file|pdf|audio|video|tool)|image (?:input|data)s? (?:is|are) not (?:supported|enabled)|image_url is only supported|not a multimodal model|unsupported content\[\]|does not support (?:image|vision|file|pdf)|required for image input/i;

const stated = (numbers: { readonly limitTokens?: number | undefined; readonly inputTokens?: number | undefined }): object =>
  Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
