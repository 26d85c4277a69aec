import { type AnswerForm, type AnswerForms, isEnforced } from './answer-form.js';

/** Is told, in words, of what has been learned of a model. */
export type TellLesson = (lesson: string) => void;

/** So long a refusal is believed; then the stricter form is asked for once more, so that a server that was mended is noticed. */
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

  /** The loosest form, which has the longest prompt. */
  get loosest(): AnswerForm {
    return this.forms.at(-1) ?? this.forms[0];
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
