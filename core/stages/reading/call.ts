import { ExtractionError } from '../../contracts/errors.js';
import type { ExtractionRequest } from '../../contracts/extraction.js';
import type { ExtractionModel, Reading, ReadTask } from '../../contracts/model.js';
import type { Verdict } from '../../flow/breaker.js';
import type { Deadline } from '../../flow/deadline.js';
import type { Reader } from './reader.js';

export interface CallTerms {
  readonly deadline: Deadline;
  readonly onProviderCall: ExtractionRequest['onProviderCall'];
}

/** One call to a model, which is refused at once while the model is left alone. */
export function call(task: ReadTask, reader: Reader, { deadline, onProviderCall }: CallTerms): Promise<Reading> {
  const began = deadline.remainingMs();
  return reader.breaker.call(
    () => paid(task, reader, { deadline, onProviderCall }),
    (error) => {
      if (error instanceof ExtractionError && error.ours) reader.alarm(error);
      const hadTime = began - deadline.remainingMs() > deadline.limitMs / 3;
      return verdictOf(error, reader, { cut: deadline.signal.aborted, hadTime });
    },
  );
}

/** A call, and the most that it can use set aside meanwhile. */
async function paid(task: ReadTask, { model, tokenBudget }: Reader, { deadline, onProviderCall }: CallTerms): Promise<Reading> {
  const ask = (): Promise<Reading> => {
    if (asksProvider(model)) onProviderCall?.();
    return deadline.race(model.read(task));
  };
  if (!tokenBudget || !model.most) return ask();
  const most = model.most(task);
  const settle = await tokenBudget.reserve(most);
  let used = 0;
  try {
    deadline.signal.throwIfAborted();
    used = most;
    const reading = await ask();
    if (reading.usage) used = reading.usage.inputTokens + reading.usage.outputTokens;
    return reading;
  } catch (error) {
    if (isUnused(error) && !deadline.signal.aborted) used = 0;
    throw error;
  } finally {
    await settle(used);
  }
}

/** A model that uses tokens or can be reached lives elsewhere; one that runs here has neither. */
const asksProvider = ({ most, reach }: ExtractionModel): boolean => most !== undefined || reach !== undefined;

/** Whether the provider did not work. Where an answer broke off or never came, nobody knows. */
const isUnused = (error: unknown): boolean => error instanceof ExtractionError && !error.worked && error.retryable !== 'once';

/** A failure that may pass is the provider's; so is silence up to the deadline, where the call had a fair part of the time. */
function verdictOf(error: unknown, { model }: Reader, { cut, hadTime }: { readonly cut: boolean; readonly hadTime: boolean }): Verdict {
  if (!cut) return error instanceof ExtractionError && error.retryable ? 'failing' : 'there';
  return model.reach && hadTime && error instanceof ExtractionError ? 'failing' : 'unknown';
}
