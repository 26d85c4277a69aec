import { ExtractionError } from '../contracts/errors.js';
import type { Ending, Observation, Observer, Round, Stage, Step } from '../contracts/observer.js';

/** Where nobody wants to know. */
export const unobserved: Observation = { begin: () => unobserved, end: () => undefined };

/** Does a step's work with an observer told of its begin and its end; `describe` adds what the result says of itself. */
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
    observation.end({ failure: failureName(error) });
    throw error;
  }
}

/** What a failure may be called in public: never its message, which may say more. */
export function failureName(error: unknown): string {
  if (error instanceof ExtractionError) return error.code;
  if (error instanceof DOMException) return error.name;
  return error instanceof Error ? error.constructor.name : typeof error;
}

/** Does the work of a stage as `observed` does it. */
export type Stages = <T>(stage: Stage, work: (inside: Observer) => Promise<T> | T, describe?: (result: T) => Ending) => Promise<T>;

/** The stages of one round, told to an observer. */
export const stages =
  (observer: Observer, round: Round): Stages =>
  (stage, work, describe) =>
    observed({ observer, step: { kind: 'stage', stage, round } }, work, describe);
