import type { Ending, Observation, Observer, Step } from '../../core/index.js';

/** A step as it was told, with those inside of it. */
export interface Told {
  readonly step: Step;
  readonly inside: Told[];
  ending?: Ending;
}

/** Writes down all that it is told. */
export function recorder(): Observer & { readonly told: readonly Told[] } {
  const told: Told[] = [];
  return { told, begin: beginIn(told) };
}

const beginIn =
  (list: Told[]) =>
  (step: Step): Observation => {
    const entry: Told = { step, inside: [] };
    list.push(entry);
    return {
      begin: beginIn(entry.inside),
      end: (ending) => {
        entry.ending = ending;
      },
    };
  };
