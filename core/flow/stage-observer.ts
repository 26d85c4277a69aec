import { ExtractionError } from '../contracts/errors.js';
import type { Ending, Observation, Observer, Round, Stage, Step, Usage } from '../contracts/observer.js';

/** Used when no observer is given. */
export const unobserved: Observation = { begin: () => unobserved, end: () => undefined };

/** Runs a step and tells the observer when it begins and ends; `describe` adds details of the result. */
export async function observed<T>(
  { observer, step }: { readonly observer: Observer; readonly step: Step },
  work: (inside: Observer) => Promise<T> | T,
  describe: (result: T) => Ending = () => ({}),
): Promise<T> {
  const observation = observer.begin(step);
  try {
    const result = await work(observation);
    observation.end(describe(result));
    return result;
  } catch (error) {
    const usage = step.kind === 'call' ? usageOfFailure(error) : undefined;
    observation.end({ failure: failureName(error), ...(usage && { usage }) });
    throw error;
  }
}

/** A name that is safe to show; never the message, which may hold private details. */
function failureName(error: unknown): string {
  if (error instanceof ExtractionError) return error.code;
  if (error instanceof DOMException) return error.name;
  return error instanceof Error ? error.constructor.name : typeof error;
}

/** Runs the work of a stage as `observed` does. */
export type Stages = <T>(stage: Stage, work: (inside: Observer) => Promise<T> | T, describe?: (result: T) => Ending) => Promise<T>;

/** The stages of one round, reported to an observer. */
export const stages =
  (observer: Observer, round: Round): Stages =>
  (stage, work, describe) =>
    observed({ observer, step: { kind: 'stage', stage, round } }, work, describe);

/** What a failed call used: what its provider says, nothing where it did not work; undefined where an answer broke off or never came. */
function usageOfFailure(error: unknown): Usage | undefined {
  if (!(error instanceof ExtractionError)) return undefined;
  return error.usage ?? (isUnused(error) ? nothing : undefined);
}

const nothing: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };

/** Whether the provider did not work. A call that the deadline has cut may have been worked on all the same. */
export const isUnused = (error: unknown): boolean =>
  error instanceof ExtractionError && !error.worked && error.retryable !== 'once' && error.code !== 'TIMEOUT_ERROR';
