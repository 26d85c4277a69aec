import type { Decimal } from './amount.js';

/** The parts of a request that take time; `weigh` is everything from grounding to the gate. */
export type Stage = 'convert' | 'ocr' | 'split' | 'read' | 'witnesses' | 'weigh';

/** Round 2 is everything that starts because Tier 1 was not sure enough. */
export type Round = 1 | 2;

/** A stretch of a request that begins and ends. */
export type Step =
  | { readonly kind: 'stage'; readonly stage: Stage; readonly round: Round }
  /** One request to a provider, both named as the configuration does: 'openai', 'gpt-6-luna'. */
  | {
      readonly kind: 'call';
      readonly provider: string;
      readonly model: string;
      /** How the provider is asked to hold the answer to its form: 'schema', 'json_object'; absent where the model does not say. */
      readonly form?: string;
    };

/**
 * What a call or a reading used, in the provider's own tokens. The cached parts are parts of the input: adding them to it would count them
 * twice. A provider that counts them beside its input (Anthropic) is added up first.
 */
export interface Usage {
  /** All of the input, wherever it was read from. */
  readonly inputTokens: number;
  /** All of the output, reasoning included. */
  readonly outputTokens: number;
  /** The part of the input that was read from the provider's prompt cache; absent where it does not say. */
  readonly cachedInputTokens?: number;
  /** The part of the input that was written into that cache; absent where the provider does not say. */
  readonly cacheWriteTokens?: number;
}

/** What is known of a step when it is over. */
export interface Ending {
  /** Why it failed: a failure's code, or the class of whatever was thrown. */
  readonly failure?: string;
  /** What a call used; absent where nobody knows, as where an answer broke off. A call that the provider refused used nothing. */
  readonly usage?: Usage;
  /** What that costs by the configured prices, in major units of their currency; absent where it is unknown. */
  readonly cost?: Decimal;
  /** The number of charged pages. */
  readonly pages?: number;
}

/** How far a reader has come with a document. */
export interface Progress {
  /** Pages that are done, read or given up, and those that the document has. */
  readonly pages: number;
  readonly ofPages: number;
  /** Rows of all tables and lists, as many as have been heard of. */
  readonly rows: number;
}

/**
 * Is called for every step of a request: for timers, counters and traces. It gets names, times and counts, never text of the document.
 * It must not throw, because measuring must not make an answer fail.
 */
export interface Observer {
  begin(step: Step): Observation;
  /** A step inside of this one has come further; may come often. Absent where nobody wants to know. */
  progress?(progress: Progress): void;
}

/** A step that has begun; the steps inside it are begun on it. */
export interface Observation extends Observer {
  end(ending: Ending): void;
}
