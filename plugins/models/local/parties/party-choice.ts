import { squash } from '../../../../core/text.js';
import { isAlike } from './issuer-signs.js';

/** A name that may be a party's, and the signs for it at all its places. */
export interface SignedName<Candidate, Sign extends string> {
  readonly candidate: Candidate;
  readonly signs: readonly Sign[];
}

/** Each name once, in page order, with the signs that it shows at any of its places. */
export const signedBy = <Candidate extends { readonly name: string }, Sign extends string, Letter>(
  candidates: readonly Candidate[],
  signs: Readonly<Record<Sign, (candidate: Candidate, letter: Letter) => boolean>>,
  letter: Letter,
): readonly SignedName<Candidate, Sign>[] =>
  [...Map.groupBy(candidates, ({ name }) => squash(name)).values()].slice(0, maxNames).flatMap((same) =>
    same.slice(0, 1).map((candidate) => ({
      candidate,
      signs: (Object.keys(signs) as Sign[]).filter((sign) => same.some((one) => signs[sign](one, letter))),
    })),
  );

/** A page with more names is no letter. The limit keeps hostile ones cheap. */
const maxNames = 60;

/**
 * The weight of each sign, in log-odds, against the other names of the letter and against `none` of them. Learned by `npm run parties`.
 * Source: McFadden, "Conditional logit analysis of qualitative choice behavior" (1974).
 */
export interface ChoiceWeights<Sign extends string> {
  readonly none: number;
  readonly signs: Readonly<Record<Sign, number>>;
}

/** The chance from which a name is likely the party's, and below which it is not even named. */
const sureChance = 0.85;
const leastChance = 0.4;

/** The likeliest of the names of a letter; undefined where none is likelier than that nobody is named. */
export function likeliest<Candidate extends { readonly name: string }, Sign extends string>(
  signed: readonly SignedName<Candidate, Sign>[],
  { none, signs: weights }: ChoiceWeights<Sign>,
): (Candidate & { readonly sure: boolean }) | undefined {
  const [first, ...others] = signed
    .map(({ candidate, signs }) => ({ candidate, odds: Math.exp(signs.reduce((sum, sign) => sum + weights[sign], 0)) }))
    .sort((a, b) => b.odds - a.odds);
  if (!first) return undefined;
  const key = squash(first.candidate.name);
  const rivals = others.filter(({ candidate }) => !isAlike(squash(candidate.name), key));
  const chance = first.odds / (first.odds + Math.exp(none) + rivals.reduce((sum, { odds }) => sum + odds, 0));
  return chance < leastChance ? undefined : { ...first.candidate, sure: chance >= sureChance };
}
