import { type AnswerForm, type AnswerForms, isEnforced } from './provider.js';
import type { RateGate } from './rate-gate.js';
import type { Refused } from './refused.js';

/** What is known of one configured model and its server across all requests of the process. It holds nothing of any document. */
export interface ModelMemory {
  readonly forms: LearnedForms;
  readonly context: LearnedContext;
  readonly gate: RateGate;
}

/** Receives what has been learned of a model, in words. */
export type TellLesson = (lesson: string) => void;

/** So long a refusal or a stated limit is believed: a server may be mended, or started anew with a larger context. */
const believedMs = 3_600_000;

/**
 * Which forms of answers the server of one model takes: what it has refused once is not asked for again, by no request of the process. A
 * model with one form keeps it.
 */
export class LearnedForms {
  #at = 0;
  #until = 0;
  #told = 0;
  readonly #kept = new Set<AnswerForm>();

  constructor(
    private readonly forms: AnswerForms,
    private readonly tell: TellLesson = () => undefined,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The strictest form that is not known to be refused. */
  get current(): AnswerForm {
    if (this.now() >= this.#until) this.#at = 0;
    return this.forms[this.#at] ?? this.forms[0];
  }

  /** The next looser form; undefined after the last one. */
  below(form: AnswerForm): AnswerForm | undefined {
    return this.forms[this.forms.indexOf(form) + 1];
  }

  /** The server took a request in this form, and had refused the stricter ones. */
  fellBackTo(form: AnswerForm): void {
    this.#lower(form, 'refuses');
  }

  /** An answer in this form could be read. */
  kept(form: AnswerForm): void {
    this.#kept.add(form);
    const at = this.forms.indexOf(form);
    if (at !== this.#at || at >= this.#told) return;
    this.#told = at;
    this.tell(`the server now takes structured: ${form}`);
  }

  /** An answer did not keep to the schema that was to hold it. Where none ever did, the server ignores what it is asked for. */
  broken(form: AnswerForm): void {
    const next = this.below(form);
    if (isEnforced(form) && !this.#kept.has(form) && next) this.#lower(next, 'ignores');
  }

  #lower(form: AnswerForm, what: 'refuses' | 'ignores'): void {
    const at = this.forms.indexOf(form);
    if (at <= this.#at) return;
    this.#at = at;
    this.#until = this.now() + believedMs;
    if (at === this.#told) return;
    this.#told = at;
    this.tell(`the server ${what} structured: ${this.forms.slice(0, at).join(', ')}; answers are asked for as ${form}`);
  }
}

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
