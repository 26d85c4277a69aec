import {
  type CallUsage,
  type Ending,
  type Observation,
  type Observer,
  type Progress,
  type Step,
  shownCost,
  UsageLedger,
} from '../../core/index.js';
import { roleWithin, stageName } from './listener.js';

/** The timings of one request, and what it used, for its answer and its log line. */
export class Times implements Observer {
  readonly #began = performance.now();
  readonly #stages = new Map<string, number>();
  readonly #progress = new Map<string, Progress>();
  readonly #ledger = new UsageLedger();
  #pages: number | undefined;

  begin(step: Step, within?: Step): Observation {
    const began = performance.now();
    const counted =
      step.kind === 'call' ? this.#ledger.begin({ model: `${step.provider}:${step.model}`, role: roleWithin(within) }) : undefined;
    return {
      begin: (inside) => this.begin(inside, step),
      progress: (come) => {
        if (step.kind === 'stage') this.#progress.set(stageName(step), come);
      },
      end: (ending) => {
        if (step.kind === 'stage') this.#timed(stageName(step), began, ending);
        counted?.(ending.usage, ending.cost);
      },
    };
  }

  /** A `Server-Timing` header: milliseconds of each finished stage, and of the request so far; and what was read in a stage that reads rows. */
  get header(): string {
    const all = [...this.#stages, ['total', performance.now() - this.#began] as const];
    return all.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}${this.#rowsRead(name)}`).join(', ');
  }

  /** Whether a provider was asked, which may cost money. */
  get providerWasCalled(): boolean {
    return this.#ledger.usage(undefined).calls > 0;
  }

  /** The fields of the log line: names and numbers only. The currency is that of the configured prices. */
  summary(currency: string | undefined) {
    const { models, ...usage } = this.#ledger.usage(currency);
    return {
      ...(this.#pages !== undefined && { pages: this.#pages }),
      ...(models.length > 0 && { models: [...new Set(models.map(({ model }) => model))], ...usageFields(usage, currency) }),
      stages: Object.fromEntries([...this.#stages].map(([name, ms]) => [name, Math.round(ms)])),
    };
  }

  #rowsRead(stage: string): string {
    const { pages, ofPages, rows } = this.#progress.get(stage) ?? { pages: 0, ofPages: 0, rows: 0 };
    return rows === 0 ? '' : `;desc="${pages} of ${ofPages} pages, ${rows} rows"`;
  }

  #timed(name: string, began: number, { pages }: Ending): void {
    this.#stages.set(name, performance.now() - began);
    if (pages !== undefined) this.#pages = pages;
  }
}

/** Null is unknown. `tokens` is input and output together. */
const usageFields = ({ calls, unmeasuredCalls, inputTokens, outputTokens, cost, ...cache }: CallUsage, currency: string | undefined) => ({
  calls,
  ...(unmeasuredCalls > 0 && { unmeasured_calls: unmeasuredCalls }),
  tokens: inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
  input_tokens: inputTokens,
  cached_input_tokens: cache.cachedInputTokens,
  cache_write_tokens: cache.cacheWriteTokens,
  output_tokens: outputTokens,
  ...(currency !== undefined && { cost: cost && shownCost(cost).toNumber(), currency }),
});
