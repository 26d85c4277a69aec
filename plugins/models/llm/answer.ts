import type { Usage } from '../../../core/index.js';
import { numberAt } from '../../../core/index.js';
import { AnswerTooLarge, isEventStream, maxAnswerBytes } from './connection.js';
import { brokenOff, unfinished } from './failure.js';
import type { OnText, ProviderReply } from './provider.js';

/** Puts the events of one stream together to the body that the same API answers with when it does not stream. */
export interface Assembly {
  /**
   * Takes the next event. What it adds to the answer, '' for thinking; undefined where it adds nothing.
   * @throws ExtractionError for an error among the events
   */
  add(event: unknown): string | undefined;
  /** Undefined as long as the answer is not at its end. */
  body(): unknown;
}

interface AnswerTerms {
  /** The model in messages. */
  readonly label: string;
  readonly onText: OnText | undefined;
}

/**
 * The body of an answer, streamed or not: a server that does not stream answers as a whole. It is as little trusted as any body.
 * @throws ExtractionError when the stream breaks off or reports an error, SyntaxError when the body is not JSON
 */
export async function answeredBody(response: Response, assembly: Assembly, { label, onText }: AnswerTerms): Promise<unknown> {
  if (!isEventStream(response) || !response.body) return JSON.parse(await response.text());
  let length = 0;
  for await (const event of eventsIn(response.body)) {
    const text = assembly.add(event);
    if (text === undefined) continue;
    length += text.length;
    if (length > maxAnswerBytes) throw new AnswerTooLarge(`The answer is longer than ${maxAnswerBytes} characters`);
    onText?.(text);
  }
  const body = assembly.body();
  if (body === undefined) throw brokenOff(label);
  return body;
}

/**
 * The events of a stream of server-sent events, their data parsed as JSON; a mark that is none, such as `[DONE]`, stays text.
 * Source: HTML Living Standard, §9.2.6. @throws SyntaxError for data that is neither
 */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  let data: string[] = [];
  for await (const line of linesIn(body)) {
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
    if (line !== '' || data.length === 0) continue;
    yield parsed(data.join('\n'));
    data = [];
  }
  // Some servers leave out the empty line after the last event.
  if (data.length > 0) yield parsed(data.join('\n'));
}

async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield withoutReturn(line);
  }
  if (rest !== '') yield withoutReturn(rest);
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

const parsed = (data: string): unknown => (/^\[[A-Z]+\]$/.test(data) ? data : JSON.parse(data));

/**
 * A finished answer with this text.
 * @throws ExtractionError when the text is empty: a model that says nothing is not asked the same again.
 */
export function textAnswer(text: string, label: string, usage: Usage | undefined): ProviderReply {
  if (text.trim() === '') throw unfinished(label, 'empty', { worked: true, usage });
  return { kind: 'text', text, usage };
}

/** Where an answer's `usage` counts tokens. */
export interface UsageNames {
  readonly input: string;
  readonly output: string;
  /** The path to the part of the input that was read from a prompt cache. */
  readonly cached?: readonly string[];
  /** The path to the part of the input that was written into a prompt cache. */
  readonly written?: readonly string[];
  /** True where the input does not include these parts. */
  readonly apart?: boolean;
}

/**
 * The tokens that an answer says it used, under the names of its API; undefined where it does not say. What is no whole number of at least
 * 0 is not a count.
 */
export function usageOf(answer: unknown, names: UsageNames): Usage | undefined;
export function usageOf(answer: unknown, input: string, output: string): Usage | undefined;
export function usageOf(answer: unknown, first: UsageNames | string, second = ''): Usage | undefined {
  const { input, output, cached, written, apart = false } = typeof first === 'string' ? { input: first, output: second } : first;
  const inputTokens = tokensAt(answer, [input]);
  const outputTokens = tokensAt(answer, [output]);
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const cachedInputTokens = tokensAt(answer, cached);
  const cacheWriteTokens = tokensAt(answer, written);
  return {
    inputTokens: apart ? inputTokens + (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0) : inputTokens,
    outputTokens,
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
  };
}

function tokensAt(answer: unknown, path: readonly string[] | undefined): number | undefined {
  const found = path && numberAt(answer, 'usage', ...path);
  return Number.isSafeInteger(found) && Number(found) >= 0 ? found : undefined;
}

/** What two calls used together. Where one does not say, the other's is all that is known; a part is known only where both say. */
export function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (!one || !other) return one ?? other;
  const both = (a: number | undefined, b: number | undefined): number | undefined =>
    a === undefined || b === undefined ? undefined : a + b;
  const cachedInputTokens = both(one.cachedInputTokens, other.cachedInputTokens);
  const cacheWriteTokens = both(one.cacheWriteTokens, other.cacheWriteTokens);
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
  };
}
