import type { CapName } from '../../../../core/contracts/cap.js';
import { findingStrengths, ladders, weighedNames } from '../../../../core/evidence/scoring/caps.js';
import { recordIn } from '../../../../core/evidence/scoring/weigh.js';
import type { CalibrationTable } from '../../../../core/index.js';
import { entry, fitted, fixed, type LearningPlan, massesOf, signed, strengths } from './learn.js';
import type { CalibrationSample } from './sample.js';

/**
 * What the findings weigh that a table does not list, such as those that are newer than it, in each kind of value that it has measured. All that it lists stays
 * as it is, and they keep between the weaker and the stronger findings of their class.
 */
export function newWeights(
  table: CalibrationTable,
  samples: readonly CalibrationSample[],
  plan: LearningPlan,
): readonly CalibrationTable['weights'][number][] {
  const record = recordIn(table);
  const listed = new Set(table.weights.map(({ cap }) => cap));
  const weightOf = massesOf(samples, plan);
  return table.priors.flatMap(({ family, field }) => {
    const members = samples.filter((sample) => sample.family === family && sample.field === field);
    const weight = (name: CapName): number => record.weight({ name }, { family, field });
    const expected = weighedNames.map((name) =>
      listed.has(name) ? fixed(weight(name)) : { value: weight(name), strength: strengths.unmeasured },
    );
    const { found } = fitted(members, expected, weightOf);
    return weighedNames.flatMap((name, at) => {
      const isSeen = !listed.has(name) && members.some(({ caps }) => caps.some((one) => one.name === name));
      return isSeen ? entry(name, { family, field }, members, within(found[at] ?? 0, name, weight)) : [];
    });
  });
}

/** The nearest weight that leaves the findings of a class in their order. */
function within(learned: number, name: CapName, weight: (name: CapName) => number): number {
  const ladder = ladders.find((names) => names.includes(name)) ?? [];
  const among = (isMeant: (strength: number) => boolean): readonly number[] =>
    ladder.filter((other) => isMeant(findingStrengths[other])).map(weight);
  const own = findingStrengths[name];
  const least = among((strength) => strength < own);
  const most = among((strength) => strength > own);
  return Math.min(Math.max(signed(learned, name), ...least), ...most);
}
