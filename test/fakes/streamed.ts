import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { at, listAt, textAt } from '../../core/values/at.js';
import type { Handler } from './llm-server.js';

/** What goes wrong in the middle of a stream: the connection breaks, the body ends early, an error is an event, or nothing comes any more. */
export type StreamFault = 'break' | 'end' | 'error' | 'stall';

export interface Pace {
  /** All at once when absent. */
  readonly tokensPerSecond?: number;
  readonly firstTokenMs?: number;
  /** What goes wrong, after so many tokens. */
  readonly fault?: { readonly kind: StreamFault; readonly afterTokens: number };
}

/** The events of the three APIs around the text of an answer. */
interface Api {
  /** Before the text. */
  opening(body: unknown): readonly object[];
  delta(text: string): object;
  /** After the text; the whole answer where the API repeats it. */
  closing(body: unknown): readonly (object | string)[];
  error(code: string): object;
  text(body: unknown): string;
}

const responses: Api = {
  opening: (body) => [{ type: 'response.created', response: { ...Object(body), status: 'in_progress', output: [] } }],
  delta: (delta) => ({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta }),
  closing: (body) => [{ type: `response.${textAt(body, 'status') ?? 'completed'}`, response: body }],
  error: (code) => ({ type: 'error', code, message: 'CANARY', param: null }),
  text: (body) =>
    listAt(body, 'output')
      .flatMap((item) => listAt(item, 'content'))
      .map((part) => textAt(part, 'text') ?? '')
      .join(''),
};

const chunk = (delta: object, finish: string | null = null) => ({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

const chat: Api = {
  opening: () => [chunk({ role: 'assistant', content: '' })],
  delta: (content) => chunk({ content }),
  closing: (body) => [
    chunk({ refusal: at(body, 'choices', 0, 'message', 'refusal') }, textAt(body, 'choices', 0, 'finish_reason') ?? 'stop'),
    { object: 'chat.completion.chunk', choices: [], usage: at(body, 'usage') },
    '[DONE]',
  ],
  error: (code) => ({ error: { message: 'CANARY', code } }),
  text: (body) => textAt(body, 'choices', 0, 'message', 'content') ?? '',
};

const messages: Api = {
  opening: (body) => [
    { type: 'message_start', message: { ...Object(body), content: [], stop_reason: null, usage: at(body, 'usage') } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'A table.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'ping' },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  ],
  delta: (text) => ({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text } }),
  closing: (body) => [
    { type: 'content_block_stop', index: 1 },
    {
      type: 'message_delta',
      delta: { stop_reason: at(body, 'stop_reason'), stop_details: at(body, 'stop_details') },
      usage: { input_tokens: null, output_tokens: at(body, 'usage', 'output_tokens') },
    },
    { type: 'message_stop' },
  ],
  error: (code) => ({ type: 'error', error: { type: code, message: 'CANARY' } }),
  text: (body) =>
    listAt(body, 'content')
      .map((part) => textAt(part, 'text') ?? '')
      .join(''),
};

const generate: Api = {
  opening: () => [],
  delta: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }),
  closing: (body) => [
    {
      ...Object(body),
      candidates: listAt(body, 'candidates').map((candidate) => ({
        ...Object(candidate),
        content: { role: 'model', parts: [{ text: '' }] },
      })),
    },
  ],
  error: () => ({ error: { code: 503, message: 'CANARY', status: 'UNAVAILABLE' } }),
  text: (body) =>
    listAt(body, 'candidates', 0, 'content', 'parts')
      .filter((part) => at(part, 'thought') !== true)
      .map((part) => textAt(part, 'text') ?? '')
      .join(''),
};

const apis: readonly (readonly [string, Api])[] = [
  ['/v1/responses', responses],
  ['/v1/chat/completions', chat],
  ['/v1/messages', messages],
  [':streamGenerateContent?alt=sse', generate],
];

const apiOf = (path: string): Api | undefined => apis.find(([ending]) => path.endsWith(ending))?.[1];

/** Streams what another handler answers, token by token, at a model's pace. Errors and strange bodies pass as they are. */
export const streamed =
  (reply: Handler, pace: Pace = {}): Handler =>
  async (request, response) => {
    const whole = await captured(reply, request);
    const api = apiOf(request.path);
    const body = whole.status === 200 ? bodyIn(whole.text) : undefined;
    if (!api || !isAnswer(body)) return void response.writeHead(whole.status, whole.headers).end(whole.text);
    if (at(request.body, 'stream') !== true && !request.path.includes(':stream')) throw new Error('a stream was not asked for');
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    await play(api, body, { response, pace });
  };

async function play(api: Api, body: unknown, { response, pace }: { readonly response: ServerResponse; readonly pace: Pace }) {
  const { tokensPerSecond = Number.POSITIVE_INFINITY, firstTokenMs = 0, fault } = pace;
  const send = (event: object | string): void => void response.write(asEvent(event));
  const [first, ...opening] = api.opening(body);
  if (first) send(first);
  await sleep(firstTokenMs);
  for (const event of opening) send(event);
  const text = api.text(body);
  const count = tokenizer.encode(text).length;
  const last = fault ? Math.min(fault.afterTokens, count) : count;
  const upTo = (tokens: number): number => Math.round((text.length * tokens) / Math.max(count, 1));
  const began = performance.now();
  for (let sent = 0; sent < last && !response.destroyed; ) {
    const wait = began + (sent / tokensPerSecond) * 1_000 - performance.now();
    if (wait > 0) await sleep(Math.max(wait, tickMs));
    const due = Math.min(last, Math.max(sent + 1, Math.floor(((performance.now() - began) / 1_000) * tokensPerSecond)));
    send(api.delta(text.slice(upTo(sent), upTo(due))));
    sent = due;
  }
  if (!fault) for (const event of api.closing(body)) send(event);
  if (fault?.kind === 'error') send(api.error('overloaded_error'));
  if (fault?.kind === 'stall') return;
  // What was sent must arrive before the connection breaks.
  if (fault?.kind === 'break') await sleep(tickMs);
  if (fault?.kind === 'break') response.destroy();
  else response.end();
}

const tokenizer = new Tiktoken(o200k);

/** Tokens that are due within this time are sent together, so that many streams at once cost little. */
const tickMs = 50;

const asEvent = (event: object | string): string =>
  typeof event === 'string'
    ? `data: ${event}\n\n`
    : `event: ${textAt(event, 'type') ?? 'message'}\r\ndata: ${JSON.stringify(event)}\r\n\r\n`;

const isAnswer = (body: unknown): boolean =>
  ['output', 'choices', 'content', 'candidates', 'promptFeedback'].some((name) => at(body, name) !== undefined);

function bodyIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Captured {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a handler would have answered. */
async function captured(reply: Handler, request: Parameters<Handler>[0]): Promise<Captured> {
  let answer: Captured = { status: 200, headers: {}, text: '' };
  const response = {
    writeHead: (status: number, headers: Readonly<Record<string, string>>) => {
      answer = { ...answer, status, headers };
      return response;
    },
    end: (text = '') => {
      answer = { ...answer, text };
      return response;
    },
  };
  await reply(request, response as unknown as ServerResponse);
  return answer;
}
