import { memoizeByObject, once } from '../../../values/memoize.js';
import { choices } from '../lexicon.js';
import { type PhraseFinder, phraseFinder } from '../phrases.js';
import { spelt } from './name-words.js';
import { choiceIn } from './statements.js';

/** The meaning of a text among those of one kind, such as how often something is paid, `frequency`; undefined if it has none or several. */
export function meaningIn(kind: string, text: string): string | undefined {
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
  for (const { kind, meanings } of kindsOf(offered)) {
    const said = meaningIn(kind, text);
    const [only, ...others] = said === undefined ? [] : (meanings.get(said) ?? []);
    if (only !== undefined && others.length === 0) return only;
  }
  return undefined;
}

/** The kinds that most of the choices are of, with the choices by their meanings. */
const kindsOf = memoizeByObject((offered: readonly string[]) =>
  [...finders().keys()].flatMap((kind) => {
    const meant = offered.flatMap((choice) => {
      const meaning = meaningIn(kind, choice);
      return meaning === undefined ? [] : [{ choice, meaning }];
    });
    if (meant.length < fewest || meant.length < leastKnown * offered.length) return [];
    const byMeaning = Map.groupBy(meant, ({ meaning }) => meaning);
    return [{ kind, meanings: new Map([...byMeaning].map(([meaning, all]) => [meaning, all.map(({ choice }) => choice)] as const)) }];
  }),
);

/** Of one choice alone a page that says another has nothing to say. */
const fewest = 2;
const leastKnown = 2 / 3;

const finders = once(
  (): ReadonlyMap<string, PhraseFinder<string>> =>
    new Map(Object.entries(choices).map(([kind, meanings]) => [kind, phraseFinder(Object.entries(meanings))])),
);
