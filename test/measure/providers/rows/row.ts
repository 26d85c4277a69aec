import { at, listAt, numberAt, textAt } from '../../../../core/values/at.js';
import type { TriedDocument } from '../documents.js';
import type { RecordedCall } from '../llama/recorder.js';

/** One thing that is tried, and what must come of it. */
export interface ProviderRow {
  readonly tried: string;
  /** Options of the configuration line `llama-cpp:any` besides the address. */
  readonly line?: Readonly<Record<string, unknown>>;
  /** Settings of the configuration besides its one model. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The page when absent. */
  readonly document?: 'page' | 'sample';
  /** How often the document is read at the same time; once when absent. */
  readonly times?: number;
  /** Asks `vouch doctor --online` in place of reading. */
  readonly doctor?: true;
  /** Does not wait until the server has loaded its model, or stops it once an answer has begun: only the first or last row of a setup. */
  readonly meets?: 'loading' | 'stopped';
  /** What the server must have answered, all its calls in words: see `callsIn`. */
  readonly server: RegExp;
  /** What Vouch must have made of it, in words: see `answerIn`. */
  readonly vouch: RegExp;
}

/** The calls in words, equal neighbours once: `json_schema 400 invalid_request_error, then text 200 stop (1012 + 87 tokens)`. */
export function callsIn(calls: readonly RecordedCall[]): string {
  const words = calls.map(callIn);
  const runs: { word: string; times: number }[] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.word === word) last.times += 1;
    else runs.push({ word, times: 1 });
  }
  return runs.map(({ word, times }) => (times > 1 ? `${times} × ${word}` : word)).join(', then ') || 'no call';
}

function callIn({ path, form, status, error, finish, tokensIn, tokensOut }: RecordedCall): string {
  if (!path.endsWith('/chat/completions')) return `${path} ${status}`;
  const end = error ?? finish ?? (status === 200 ? 'not ended' : 'no answer');
  const tokens = tokensIn === undefined ? '' : ` (${tokensIn} + ${tokensOut} tokens)`;
  return `${form || 'text'} ${status === 0 ? '-' : status} ${end}${tokens}`;
}

/** An answer in words: the error, or how many values it has, how many of them are accepted, and its issues. */
export function answerIn(body: unknown): string {
  const code = textAt(body, 'error', 'code');
  if (code !== undefined) return `${code}: ${textAt(body, 'error', 'message')}`;
  const scores = listAt(body, 'object', '_meta', 'field_confidence');
  const issues = listAt(body, 'object', '_meta', 'issues').map(String);
  const found = scores.filter((score) => valueAt(body, textAt(score, 'field') ?? '') !== null);
  return [`answered: ${found.length} of ${scores.length} values, ${found.filter(isAccepted).length} accepted`, ...issues].join('; ');
}

/** Values that are accepted and wrong: what must never be. */
export const falseValues = (body: unknown, { truth }: TriedDocument): readonly string[] =>
  listAt(body, 'object', '_meta', 'field_confidence')
    .filter(isAccepted)
    .map((score) => (textAt(score, 'field') ?? '').replace('$.', ''))
    .filter((field) => field in truth && at(body, 'object', field) !== truth[field])
    .map((field) => `${field} is accepted and wrong`);

const threshold = 0.85;
const isAccepted = (score: unknown): boolean => (numberAt(score, 'score') ?? 0) >= threshold;
const valueAt = (body: unknown, field: string): unknown => at(body, 'object', ...field.replace('$.', '').split('.')) ?? null;
