import type { Field } from '../../../contracts/schema.js';
import { once } from '../../../values/memoize.js';
import { squash } from '../../print/normalise.js';
import { meanings } from '../lexicon/meanings.js';
import { statements } from '../lexicon/statements.js';
import { type PhraseFinder, phraseFinder } from '../phrases.js';
import { spelt } from './name-words.js';
import { isDenied } from './sense.js';

/** A question that a schema asks as a boolean and that pages answer in their own words. */
export type Statement = keyof typeof statements;

/** The statement that a boolean field asks for: its name without words such as `is` is one of the statement's phrases. */
export function statementOf({ type, names }: Field): Statement | undefined {
  if (type !== 'boolean') return undefined;
  const name = spelt(names.at(-1) ?? '').replace(/^(?:is|has|was|are|ist|est|es|e|isa)(?: been| a| an| fully| already)? /, '');
  return statementNames.find((statement) => {
    const { names: given, yes } = statements[statement];
    return [...given, ...yes].some((words) => squash(words) === squash(name));
  });
}

/** The printed words, and the answer they give. */
export interface StatedAnswer {
  readonly answer: boolean;
  readonly words: string;
}

/** The answers that a text gives, in reading order. Words that deny a statement turn its answer round. */
export const statementsIn = (text: string, statement: Statement): readonly StatedAnswer[] =>
  finderOf(statement)(text).map(({ name, phrase, ...range }) => ({
    answer: (name === 'yes') !== isDenied(text, range),
    words: phrase,
  }));

const statementNames = Object.keys(statements) as readonly Statement[];

const finders = new Map<Statement, PhraseFinder<'yes' | 'no'>>();

function finderOf(statement: Statement): PhraseFinder<'yes' | 'no'> {
  const { yes, no } = statements[statement];
  const finder = finders.get(statement) ?? phraseFinder<'yes' | 'no'>([['yes', yes], ['no', no]]); // biome-ignore format: a table
  finders.set(statement, finder);
  return finder;
}

/** The meaning of a schema's choice that pages express in other words: `credit_note` is a `Gutschrift`. */
export type Meaning = keyof typeof meanings;

/**
 * The schema choice whose meaning a text expresses: ('Gutschrift', ['invoice', 'credit_note']) → 'credit_note'. Undefined if the text has
 * no meaning or several, or if several choices share it.
 */
export function choiceIn(text: string, choices: readonly string[]): string | undefined {
  const said = meaningsOf(text);
  const [only, ...others] = choices.filter((choice) => [...meaningsOf(spelt(choice))].some((meaning) => said.has(meaning)));
  return said.size === 1 && others.length === 0 ? only : undefined;
}

const meaningsOf = (text: string): ReadonlySet<Meaning> => new Set(meaningFinder()(text).map(({ name }) => name));

const meaningFinder = once((): PhraseFinder<Meaning> => phraseFinder(Object.entries(meanings) as [Meaning, readonly string[]][]));
