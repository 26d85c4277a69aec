import { meanings } from '../lexicon/meanings.js';
import { type PhraseFinder, phraseFinder } from '../phrases.js';
import { spelt } from './name-words.js';

/** What a choice of a schema can mean that pages say in other words: `credit_note` is a `Gutschrift`. */
export type Meaning = keyof typeof meanings;

/**
 * Which of a schema's choices a text says, by what they mean: ('Gutschrift', ['invoice', 'credit_note']) → 'credit_note'. Undefined where
 * the text says none or several, or several choices mean the same.
 */
export function choiceIn(text: string, choices: readonly string[]): string | undefined {
  const said = meaningsOf(text);
  const [only, ...others] = choices.filter((choice) => [...meaningsOf(spelt(choice))].some((meaning) => said.has(meaning)));
  return said.size === 1 && others.length === 0 ? only : undefined;
}

const meaningsOf = (text: string): ReadonlySet<Meaning> => new Set(finder()(text).map(({ name }) => name));

let found: PhraseFinder<Meaning> | undefined;
function finder(): PhraseFinder<Meaning> {
  found ??= phraseFinder(Object.entries(meanings) as [Meaning, readonly string[]][]);
  return found;
}
