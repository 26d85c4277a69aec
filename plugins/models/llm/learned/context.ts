import type { TellLesson } from './forms.js';
import type { Refused } from './refused.js';

/** So long a stated limit is believed, since a server may be started anew with a larger context. */
const believedMs = 3_600_000;

interface TokenLimits {
  /** Tokens of input and answer together; infinite where nobody knows. */
  readonly contextTokens: number;
  /** Tokens of answer. */
  readonly outputTokens: number;
}

const unlimited: TokenLimits = { contextTokens: Number.POSITIVE_INFINITY, outputTokens: Number.POSITIVE_INFINITY };

/** How many tokens one model holds and gives, by its options and by what its server has said when it refused. */
export class LearnedContext implements TokenLimits {
  #learned = unlimited;
  #until = 0;

  /** @param set the option `context`; infinite when absent */
  constructor(
    private readonly set: number = Number.POSITIVE_INFINITY,
    private readonly tell: TellLesson = () => undefined,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get contextTokens(): number {
    return Math.min(this.set, this.#current.contextTokens);
  }

  get outputTokens(): number {
    return this.#current.outputTokens;
  }

  /** Where the limit comes from, in words for who can change it. */
  get source(): string {
    return this.contextTokens === this.set ? 'the option context' : 'learned from the server; the option context sets it';
  }

  /** A server refused more than it holds. Without a number there is nothing to learn. */
  learn(refused: Refused): void {
    if (refused.what === 'form' || refused.what === 'content' || refused.limitTokens === undefined) return;
    const name = refused.what === 'context' ? 'contextTokens' : 'outputTokens';
    if (refused.limitTokens >= this[name]) return;
    this.#learned = { ...this.#current, [name]: refused.limitTokens };
    this.#until = this.now() + believedMs;
    this.tell(
      refused.what === 'context'
        ? `the context holds ${refused.limitTokens} tokens; smaller parts of documents are read`
        : `the server gives answers of at most ${refused.limitTokens} tokens`,
    );
  }

  get #current(): TokenLimits {
    return this.now() < this.#until ? this.#learned : unlimited;
  }
}
