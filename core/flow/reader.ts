import type { ExtractionError } from '../contracts/errors.js';
import type { TokenBudget, TokenPrices } from '../contracts/extraction.js';
import type { ExtractionModel } from '../contracts/model.js';
import type { RecordedReader } from '../evidence/scoring/weigh.js';
import type { Breaker } from './breaker.js';
import type { RetryBudget } from './retry-budget.js';

/** A model at its position in the pipeline. */
export interface Reader extends RecordedReader {
  /** The plugin: two readers of one family share their code, so that they cannot corroborate each other. */
  readonly family: string;
  /** 'Tier 1', 'Tier 2' or 'Witness', for messages. */
  readonly role: string;
  /** 0 and 1 for the tiers. */
  readonly position: number;
  readonly model: ExtractionModel;
  /** State shared by all requests: whether the model is worth asking, and how often a call may be retried. */
  readonly breaker: Breaker;
  readonly retries: RetryBudget;
  readonly tokenBudget: TokenBudget | undefined;
  readonly prices: TokenPrices | undefined;
  /** Set where its values come with the request: it is asked for nothing more, such as the operands of checks. */
  readonly given?: true;
  /** Alerts an operator. */
  alarm(failure: ExtractionError): void;
  /** Tells an operator that the code of the model has a mistake. */
  broken(failure: ExtractionError): void;
}
