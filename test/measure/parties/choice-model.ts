/** Names that one of a document's parties may have, each as the signs that it shows. */
export interface Choice {
  readonly names: readonly (readonly string[])[];
  /** The places of the right ones in `names`; none where no name is right. */
  readonly right: readonly number[];
  /** How much the document counts. */
  readonly weight: number;
}

/** The weight of each sign, and of no name at all, in log-odds. */
export interface ChoiceModel {
  readonly none: number;
  readonly signs: Readonly<Record<string, number>>;
}

/** How strongly each sign is held at 0, where documents do not speak for another weight. */
const ridge = 0.5;
const rounds = 2_000;
const stepSize = 0.05;

/**
 * The weights by which the right names are likeliest: a conditional logit with a normal prior on each sign, by gradient ascent. Source:
 * McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers in Econometrics (1974).
 */
export function learnChoices(choices: readonly Choice[], signs: readonly string[]): ChoiceModel {
  let model: ChoiceModel = { none: 0, signs: Object.fromEntries(signs.map((sign) => [sign, 0])) };
  const step = stepSize / Math.sqrt(choices.reduce((sum, { weight }) => sum + weight, 1));
  for (let round = 0; round < rounds; round += 1) {
    const slope = slopeAt(model, choices);
    model = {
      none: model.none + step * slope.none,
      signs: Object.fromEntries(signs.map((sign) => [sign, (model.signs[sign] ?? 0) + step * (slope.signs[sign] ?? 0)])),
    };
  }
  return model;
}

/** The chance of each name, in the order of the names. What is left to 1 is the chance that none is right. */
export function chancesOf({ names }: Pick<Choice, 'names'>, { none, signs }: ChoiceModel): readonly number[] {
  const odds = names.map((shown) => Math.exp(shown.reduce((sum, sign) => sum + (signs[sign] ?? 0), 0)));
  const all = odds.reduce((sum, one) => sum + one, Math.exp(none));
  return odds.map((one) => one / all);
}

function slopeAt(model: ChoiceModel, choices: readonly Choice[]): ChoiceModel {
  const slopes: Record<string, number> = Object.fromEntries(Object.entries(model.signs).map(([sign, weight]) => [sign, -ridge * weight]));
  let none = 0;
  for (const choice of choices) {
    const { names, right, weight } = choice;
    const chances = chancesOf(choice, model);
    const ofRight = right.reduce((sum, at) => sum + (chances[at] ?? 0), 0);
    for (const [at, shown] of names.entries()) {
      const chance = chances[at] ?? 0;
      const known = right.includes(at) ? chance / ofRight : 0;
      for (const sign of shown) slopes[sign] = (slopes[sign] ?? 0) + weight * (known - chance);
    }
    const left = 1 - chances.reduce((sum, chance) => sum + chance, 0);
    none += weight * (Number(right.length === 0) - left);
  }
  return { none, signs: slopes };
}
