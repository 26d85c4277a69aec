import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Cell } from '../../core/index.js';
import { encode } from '../measure/tokens/encode.js';
import { type BodyType, bodyProblems } from './llm-body-check.js';

/** A request as it was received. */
export interface LlmRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON body. */
  readonly body: unknown;
  /** True once the client has closed the connection before the answer was complete. */
  readonly gone: () => boolean;
}

/** Sends one answer of a provider. It may send only a part of it, or nothing. */
export type Handler = (request: LlmRequest, response: ServerResponse) => void | Promise<void>;

export interface LlmServer {
  /** `http://127.0.0.1:<port>`: Anthropic's base_url; OpenAI's is this and `/v1`. */
  readonly url: string;
  /** In order of arrival; empty when requests are not recorded. */
  readonly requests: readonly LlmRequest[];
  /** Violations of the SDKs' types and the providers' rules. A request with any is answered with 400. */
  readonly violations: readonly string[];
  /** Sets the answers to the following requests, one for each. The last answer repeats. */
  answer(...handlers: readonly Handler[]): void;
  /** The number of open connections. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** The part of a cell that a test specifies; the rest is what a careful model would say. */
export type GivenCell = Pick<Cell, 'path' | 'value'> & Partial<Cell>;

const bodyTypes: Readonly<Record<string, BodyType>> = {
  '/v1/responses': 'openai-request',
  '/v1/chat/completions': 'openai-chat-request',
  '/v1/messages': 'anthropic-request',
};

export interface ServerTerms {
  readonly record?: boolean;
  /** What the provider finds wrong with a request; the rules of OpenAI and Anthropic when absent. */
  readonly check?: RequestCheck;
}

/** What a provider finds wrong with a request, none if it would accept it. */
export type RequestCheck = (request: LlmRequest) => readonly string[];

/**
 * A fake provider on the loopback for both SDKs. It checks and records every request, and sends the answers that a test sets.
 * Each body holds a document, so a test with a thousand requests should set `record` to false.
 */
export async function startLlmServer({ record = true, check = problemsOf }: ServerTerms = {}): Promise<LlmServer> {
  const requests: LlmRequest[] = [];
  const violations: string[] = [];
  let handlers: readonly Handler[] = [];
  const server = createServer((incoming, response) => {
    take(incoming, response)
      .then((request) => {
        if (record) requests.push(request);
        const problems = check(request);
        violations.push(...problems);
        const handler = problems.length > 0 ? refuse(problems) : (handlers[0] ?? refuse(['the test has set no answer']));
        if (handlers.length > 1) handlers = handlers.slice(1);
        return handler(request, response);
      })
      .catch(() => incoming.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    violations,
    answer: (...next) => {
      handlers = next;
    },
    connections: () => promisify(server.getConnections.bind(server))(),
    close: () => stop(server),
  };
}

async function take(incoming: IncomingMessage, response: ServerResponse): Promise<LlmRequest> {
  let gone = false;
  response.once('close', () => {
    gone = !response.writableFinished;
  });
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: text === '' ? undefined : JSON.parse(text),
    gone: () => gone,
  };
}

function problemsOf(request: LlmRequest): readonly string[] {
  const type = bodyTypes[request.path];
  if (request.method !== 'POST' || !type) return [`${request.method} ${request.path} is no known call`];
  return [
    ...(/^Bearer \S+$/.test(request.headers.authorization ?? '') ? [] : ['the key must stand in the Authorization header']),
    ...(type !== 'anthropic-request' || request.headers['anthropic-version'] ? [] : ['anthropic-version is missing']),
    ...bodyProblems(type, request.body),
  ];
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

const refuse = (problems: readonly string[]): Handler =>
  json({ error: { type: 'invalid_request_error', message: problems.join('; ') } }, 400);

/** Answers with a JSON body. */
export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** Answers with an unchanged body of any media type. */
export const raw =
  (body: string, contentType = 'application/json', status = 200): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': contentType }).end(body);
  };

/** The text that a model returns when all goes well. */
export const answerText = (cells: readonly GivenCell[]): string => JSON.stringify(encode(cells.map(whole)));

/** The same as recordings have it, and models that were never asked for another form. */
export const cellsText = (cells: readonly GivenCell[]): string => JSON.stringify({ cells: cells.map(whole) });

const whole = ({ path, value, ...rest }: GivenCell): Cell => ({
  path,
  value,
  page: value === null ? null : 1,
  quote: value,
  confidence: 'certain',
  reason: 'exact',
  ...rest,
});

/** An answer of OpenAI's Responses API: these cells, or this text; `changes` replace members of the body. */
export const openaiReply = (cells: readonly GivenCell[] | string, changes: object = {}): Handler =>
  json({
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: 'gpt-test',
    access_programs: null,
    output_text: '',
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: textOf(cells), annotations: [], logprobs: [] }],
      },
    ],
    usage: {
      input_tokens: 1000,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 200,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 1200,
    },
    ...changes,
  });

/** An answer of the Chat Completions API; `choice` replaces members of its one choice, `changes` of the body. */
export const openaiChatReply = (cells: readonly GivenCell[] | string, choice: object = {}, changes: object = {}): Handler =>
  json({
    id: 'chatcmpl_1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-test',
    choices: [
      { index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', content: textOf(cells), refusal: null }, ...choice },
    ],
    usage: { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 },
    ...changes,
  });

/** An answer of Anthropic's Messages API, a thinking block first; `changes` replace members of the body. */
export const anthropicReply = (cells: readonly GivenCell[] | string, changes: object = {}): Handler =>
  json({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: [
      { type: 'thinking', thinking: '', signature: 'c2ln' },
      { type: 'text', text: textOf(cells), citations: null },
    ],
    stop_reason: 'end_turn',
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: {
      input_tokens: 1000,
      output_tokens: 200,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: null,
      inference_geo: null,
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: 'standard',
      speed: null,
    },
    ...changes,
  });

export const textOf = (cells: readonly GivenCell[] | string): string => (typeof cells === 'string' ? cells : answerText(cells));
