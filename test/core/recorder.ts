import type { Ending, Observation, Observer, Step } from '../../core/index.js';

/** A step of a request, with the steps inside it. */
export interface RecordedStep {
  readonly step: Step;
  readonly inside: RecordedStep[];
  ending?: Ending;
}

/** An observer that keeps every step. */
export function recorder(): Observer & { readonly steps: readonly RecordedStep[] } {
  const steps: RecordedStep[] = [];
  return { steps, begin: beginIn(steps) };
}

const beginIn =
  (list: RecordedStep[]) =>
  (step: Step): Observation => {
    const entry: RecordedStep = { step, inside: [] };
    list.push(entry);
    return {
      begin: beginIn(entry.inside),
      end: (ending) => {
        entry.ending = ending;
      },
    };
  };
