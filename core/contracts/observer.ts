/** The parts of a request that take time; `weigh` is everything from grounding to the gate. */
export type Stage = 'convert' | 'ocr' | 'read' | 'witnesses' | 'weigh';

/** Round 2 is everything that starts because Tier 1 was not sure enough. */
export type Round = 1 | 2;

/** A stretch of a request that begins and ends. */
export type Step =
  | { readonly kind: 'stage'; readonly stage: Stage; readonly round: Round }
  /** One request to a provider, both named as the configuration does: 'openai', 'gpt-6-luna'. */
  | { readonly kind: 'call'; readonly provider: string; readonly model: string };

/** What a reading cost, in the provider's own tokens. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What is known of a step when it is over. */
export interface Ending {
  /** Why it failed: a failure's code, or the class of whatever was thrown. */
  readonly failure?: string;
  readonly usage?: Usage;
  /** The number of charged pages. */
  readonly pages?: number;
}

/**
 * Is called for every step of a request: for timers, counters and traces. It gets names, times and counts, never text of the document.
 * It must not throw, because measuring must not make an answer fail.
 */
export interface Observer {
  begin(step: Step): Observation;
}

/** A step that has begun; the steps inside it are begun on it. */
export interface Observation extends Observer {
  end(ending: Ending): void;
}
