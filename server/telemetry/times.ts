import type { Ending, Observation, Observer, Step } from '../../core/index.js';
import { stageName } from './listener.js';

/** The timings of one request, for its answer and its log line. */
export class Times implements Observer {
  readonly #began = performance.now();
  readonly #stages = new Map<string, number>();
  readonly #models = new Set<string>();
  #pages: number | undefined;
  #tokens: number | undefined;

  begin(step: Step): Observation {
    const began = performance.now();
    return {
      begin: (inside) => this.begin(inside),
      end: (ending) => {
        if (step.kind === 'stage') this.#timed(stageName(step), began, ending);
        else this.#called(step, ending);
      },
    };
  }

  /** A `Server-Timing` header: milliseconds of each finished stage, and of the request so far. */
  get header(): string {
    const all = [...this.#stages, ['total', performance.now() - this.#began] as const];
    return all.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(', ');
  }

  /** The fields of the log line: names and numbers only. */
  get summary() {
    return {
      ...(this.#pages !== undefined && { pages: this.#pages }),
      ...(this.#models.size > 0 && { models: [...this.#models] }),
      ...(this.#tokens !== undefined && { tokens: this.#tokens }),
      stages: Object.fromEntries([...this.#stages].map(([name, ms]) => [name, Math.round(ms)])),
    };
  }

  #timed(name: string, began: number, { pages }: Ending): void {
    this.#stages.set(name, performance.now() - began);
    if (pages !== undefined) this.#pages = pages;
  }

  #called({ provider, model }: Extract<Step, { readonly kind: 'call' }>, { usage }: Ending): void {
    this.#models.add(`${provider}:${model}`);
    if (usage) this.#tokens = (this.#tokens ?? 0) + usage.inputTokens + usage.outputTokens;
  }
}
