/** What takes time on the path of a document; `weigh` is all from grounding to the gate. */
export type Stage = 'convert' | 'ocr' | 'read' | 'witnesses' | 'weigh';

/** What is begun because Tier 1 was not sure enough belongs to round 2. */
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
  /** That are charged for. */
  readonly pages?: number;
}

/**
 * Is told what a request does while it does it: for clocks, counters and traces. It hears of names, times and counts, never of what a document
 * says. It must not throw: measuring is no reason for an answer to fail.
 */
export interface Observer {
  begin(step: Step): Observation;
}

/** A step that has begun; steps inside of it are begun on it. */
export interface Observation extends Observer {
  end(ending: Ending): void;
}
