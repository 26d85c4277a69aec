import type { AnswerForms } from './learned/answer-form.js';
import type { ContentTerms } from './prompt/content.js';

/** How a provider's models are asked. */
export interface ReaderSettings extends ContentTerms {
  /** How the server can hold answers to their form, the strictest first: what it refuses leads to the next one. One alone is kept. */
  readonly forms: AnswerForms;
  /** The most output tokens that are ever requested. */
  readonly maxOutputTokens: number;
  /** How many tokens the model holds, input and answer together; unknown when absent. */
  readonly contextTokens?: number;
  /** How long an answer may take to begin, in ms; all of it where the provider does not stream. */
  readonly timeoutMs: number;
  /** How long a streamed answer may pause, in ms; 20,000 when absent. */
  readonly silenceMs?: number;
  /** A document is read in windows of so many tokens of rows if it has more; 3,000 when absent. */
  readonly windowTokens?: number;
  /** How many windows are read at a time, over all documents; 8 when absent. */
  readonly windowsAtOnce?: number;
  /** What sort of model it is; small when absent. */
  readonly size?: 'large' | 'small';
}

/** The settings with what a plugin leaves out. */
export const withDefaults = (settings: ReaderSettings): Required<ReaderSettings> => ({
  pictureWidth: 1_100,
  picturesPerCall: 20,
  silenceMs: 20_000,
  windowTokens: 3_000,
  windowsAtOnce: 8,
  size: 'small',
  contextTokens: Number.POSITIVE_INFINITY,
  ...settings,
});
