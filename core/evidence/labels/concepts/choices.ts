import { once } from '../../../values/memoize.js';
import { choices } from '../lexicon.js';
import { type PhraseFinder, phraseFinder } from '../phrases.js';
import { spelt } from './name-words.js';
import { choiceIn } from './statements.js';

/** What kind of thing a schema lets choose: how often something is paid, on which side of an account it is booked. */
type ChoiceKind = keyof typeof choices;

/** The meaning of a text among those of one kind; undefined if it has none or several. */
export function meaningIn(kind: ChoiceKind, text: string): string | undefined {
  const said = new Set((finders().get(kind)?.(spelt(text)) ?? []).map(({ name }) => name));
  return said.size === 1 ? [...said][0] : undefined;
}

/**
 * The schema's choice that a text says in other words: `par mois` of [monthly, quarterly]. Undefined if it says none or several, or where more than a third
 * of the choices are of another kind: what is offered beside `clean_water` need not be gas.
 */
export function choiceSaid(text: string, offered: readonly string[]): string | undefined {
  const known = choiceIn(text, offered);
  if (known !== undefined) return known;
  for (const kind of finders().keys()) {
    const of = offered.filter((choice) => meaningIn(kind, choice) !== undefined);
    if (of.length < fewest || of.length < leastKnown * offered.length) continue;
    const said = meaningIn(kind, text);
    const [only, ...others] = said === undefined ? [] : of.filter((choice) => meaningIn(kind, choice) === said);
    if (only !== undefined && others.length === 0) return only;
  }
  return undefined;
}

/** Of one choice alone a page that says another has nothing to say. */
const fewest = 2;
const leastKnown = 2 / 3;

const finders = once((): ReadonlyMap<ChoiceKind, PhraseFinder<string>> => {
  const kinds = Object.entries(choices) as [ChoiceKind, Readonly<Record<string, readonly string[]>>][];
  return new Map(kinds.map(([kind, meanings]) => [kind, phraseFinder(Object.entries(meanings))]));
});
