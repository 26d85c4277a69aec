import { at, listAt, numberAt, textAt } from '../../../core/values/at.js';
import { type GivenCell, type Handler, json, type LlmRequest, textOf } from '../llm-server.js';

/**
 * How llama.cpp's server answers, as `npm run providers` saw it: versions 0.5.0 and 0.7.0 with TinyLlama. Its errors have a number as `code`,
 * so that `type` alone says what they are.
 */
export interface LlamaTerms {
  /** Tokens that a request and its answer may have together; a token is taken for four characters. */
  readonly contextTokens?: number;
  /** Whether a grammar can start: with some models' own chat templates none can, and every form but plain text is refused. */
  readonly grammar?: boolean;
  readonly key?: string;
  /** Tokens of an answer after which a context that several requests share is full. */
  readonly sharedContextTokens?: number;
}

/** The whole server: models, health, and this answer to every chat. */
export const llamaServer =
  (cells: readonly GivenCell[] | string, terms: LlamaTerms = {}): Handler =>
  (request, response) => {
    const { contextTokens = 2048, key } = terms;
    const isPublic = ['/health', '/v1/models'].includes(request.path);
    if (key !== undefined && !isPublic && request.headers.authorization !== `Bearer ${key}`)
      return llamaError(401, 'authentication_error', 'Invalid API Key')(request, response);
    if (request.path === '/health') return json({ status: 'ok' })(request, response);
    if (request.path === '/v1/models') return json(modelsOf(contextTokens))(request, response);
    if (request.path !== '/v1/chat/completions') return llamaError(404, 'not_found_error', 'File Not Found')(request, response);
    return (refusalOf(request, terms, contextTokens) ?? answer(textOf(cells), terms, contextTokens))(request, response);
  };

/** An error as the server words it. */
export const llamaError = (status: number, type: string, message: string, more: object = {}): Handler =>
  json({ error: { code: status, message, type, ...more } }, status, { server: 'llama.cpp' });

/** What every path answers until the model is loaded. */
export const loading = llamaError(503, 'unavailable_error', 'Loading model');

const modelsOf = (contextTokens: number): object => ({
  models: [{ name: 'tinyllama', model: 'tinyllama', type: 'model', capabilities: ['completion'], details: { format: 'gguf' } }],
  object: 'list',
  data: [
    {
      id: 'tinyllama',
      aliases: ['tinyllama'],
      tags: [],
      object: 'model',
      created: 1,
      owned_by: 'llamacpp',
      meta: { vocab_type: 1, n_vocab: 32_000, n_ctx: contextTokens, n_ctx_train: 2048, n_params: 1_100_048_384 },
    },
  ],
});

/** The grammar comes before the length: who asks for one that cannot start learns nothing of the context. */
function refusalOf({ body }: LlmRequest, { grammar = true }: LlamaTerms, contextTokens: number): Handler | undefined {
  const parts = listAt(body, 'messages').flatMap((message) => listAt(message, 'content'));
  if (parts.some((part) => at(part, 'type') === 'image_url'))
    return llamaError(
      500,
      'server_error',
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    );
  if (parts.some((part) => at(part, 'type') !== 'text')) return llamaError(400, 'invalid_request_error', 'unsupported content[].type');
  if (at(body, 'response_format') && !grammar)
    return llamaError(400, 'invalid_request_error', 'Failed to initialize samplers: std::exception');
  const tokens = tokensIn(body);
  if (tokens < contextTokens) return undefined;
  return llamaError(
    400,
    'exceed_context_size_error',
    `request (${tokens} tokens) exceeds the available context size (${contextTokens} tokens), try increasing it`,
    { n_prompt_tokens: tokens, n_ctx: contextTokens },
  );
}

const charactersPerToken = 4;
const tokensIn = (body: unknown): number => Math.ceil(JSON.stringify(at(body, 'messages')).length / charactersPerToken);

const head = { model: 'tinyllama', system_fingerprint: 'b1-de3ff81', created: 1, id: 'chatcmpl-1' };

/** An answer ends for its length at the limit, or where the context is full, which it does not say. */
function answer(text: string, { sharedContextTokens = Number.POSITIVE_INFINITY }: LlamaTerms, contextTokens: number): Handler {
  return (request, response) => {
    const { body } = request;
    const room = Math.min(numberAt(body, 'max_tokens') ?? contextTokens, contextTokens - tokensIn(body));
    const needed = Math.ceil(text.length / charactersPerToken);
    const tokens = Math.min(needed, room);
    const said = { text: text.slice(0, tokens * charactersPerToken), finish: needed > room ? 'length' : 'stop' };
    const usage = {
      completion_tokens: tokens,
      prompt_tokens: tokensIn(body),
      total_tokens: tokensIn(body) + tokens,
      prompt_tokens_details: { cached_tokens: 27 },
    };
    const timings = { cache_n: 27, prompt_n: tokensIn(body) - 27, prompt_ms: 2763.088, predicted_n: tokens, predicted_ms: 6739.09 };
    if (at(body, 'stream') !== true) {
      const choice = { finish_reason: said.finish, index: 0, message: { role: 'assistant', content: said.text } };
      return json({ ...head, choices: [choice], object: 'chat.completion', usage, timings })(request, response);
    }
    response.writeHead(200, { server: 'llama.cpp', 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    const counts = at(body, 'stream_options', 'include_usage') === true;
    for (const event of events(said, { usage, timings, counts, sharedContextTokens })) response.write(event);
    response.end();
  };
}

interface EventTerms {
  readonly usage: object;
  readonly timings: object;
  readonly counts: boolean;
  readonly sharedContextTokens: number;
}

/** Its events, one a token, with a comment as a sign of life. Without `include_usage` the timings come with the end. */
function events(
  { text, finish }: { readonly text: string; readonly finish: string },
  { usage, timings, counts, sharedContextTokens }: EventTerms,
): readonly string[] {
  const choice = (delta: object, reason: string | null = null): object => ({ choices: [{ finish_reason: reason, index: 0, delta }] });
  const tokens = text.match(/[\s\S]{1,4}/g) ?? [];
  const opening = [event(choice({ role: 'assistant', content: null })), ':\n\n'];
  const deltas = tokens.slice(0, sharedContextTokens).map((content) => event(choice({ content })));
  if (tokens.length > sharedContextTokens) {
    const error = { code: 500, message: 'Context size has been exceeded.', type: 'server_error' };
    return [...opening, ...deltas, `data: ${JSON.stringify({ error })}\n\n`];
  }
  const end = counts ? [event(choice({}, finish)), event({ choices: [], usage, timings })] : [event({ ...choice({}, finish), timings })];
  return [...opening, ...deltas, ...end, 'data: [DONE]\n\n'];
}

const event = (members: object): string => `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...members })}\n\n`;

/** The forms of answers that requests asked for. */
export const formsIn = (requests: readonly LlmRequest[]): readonly string[] =>
  requests.map(({ body }) => textAt(body, 'response_format', 'type') ?? 'text');
