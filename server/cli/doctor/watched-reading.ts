import {
  type EngineSettings,
  ExtractionError,
  type ExtractionModel,
  type Observation,
  type Observer,
  type Part,
  type TokenBudget,
} from '../../../core/index.js';
import type { LiveSpending } from './live-spending.js';

/** A reading that is stopped where it has used what was confirmed, and what came to light of the model and its server. */
export interface WatchedReading {
  readonly part: Part<'model'>;
  readonly tokenBudget: TokenBudget;
  readonly observer: Observer;
  /** Fires when more was used than was confirmed. */
  readonly signal: AbortSignal;
  readonly log: NonNullable<EngineSettings['log']>;
  /** How answers were held to their form last; undefined where the model does not say. */
  form(): string | undefined;
  /** What was learned of the server, in the order in which it was. */
  readonly lessons: readonly string[];
}

/** Watches over the reading of one model. */
export function watch({ part, tokens }: LiveSpending): WatchedReading {
  const lessons: string[] = [];
  const failures: unknown[] = [];
  const stopped = new AbortController();
  let form: string | undefined;
  let used = 0;
  const observer: Observer = {
    begin(step): Observation {
      if (step.kind === 'call') form = step.form;
      return {
        ...observer,
        end({ usage }) {
          if (step.kind !== 'call' || !usage) return;
          used += usage.inputTokens + usage.outputTokens;
          if (used > tokens)
            stopped.abort(
              new ExtractionError('LLM_ERROR', `It was stopped, because it had used ${used} tokens of ${tokens} that were confirmed`),
            );
        },
      };
    },
  };
  return {
    part: { ...part, plugin: { ...part.plugin, create: (...given) => recorded(part.plugin.create(...given), failures) } },
    tokenBudget: upTo(tokens, () => failures.at(-1)),
    observer,
    signal: stopped.signal,
    log: (_message, details) => {
      if (typeof details?.['lesson'] === 'string') lessons.push(details['lesson']);
    },
    form: () => form,
    lessons,
  };
}

/** The model, with its failures kept. */
const recorded = (model: ExtractionModel, failures: unknown[]): ExtractionModel =>
  Object.create(model, {
    read: {
      value: async (...task: Parameters<ExtractionModel['read']>) => {
        try {
          return await model.read(...task);
        } catch (error) {
          failures.push(error);
          throw error;
        }
      },
    },
  });

/** What was confirmed, over all tries: one that may have been worked on leaves nothing for another. */
function upTo(limit: number, lastFailure: () => unknown): TokenBudget {
  let left = limit;
  return {
    reserve: async (tokens) => {
      if (tokens > left) throw notAgain(lastFailure());
      left -= tokens;
      return async (used) => {
        left += tokens - used;
      };
    },
  };
}

function notAgain(failure: unknown): ExtractionError {
  const why = 'the first try may have used the tokens that were confirmed';
  if (failure instanceof ExtractionError)
    return new ExtractionError(failure.code, `${failure.message}; it is not asked again, because ${why}`);
  return new ExtractionError('LLM_ERROR', 'It needs more tokens than were confirmed');
}
