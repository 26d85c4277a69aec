import type { Field } from '../../../contracts/schema.js';
import { once } from '../../../values/memoize.js';
import { fold, squash } from '../../print/normalise.js';
import { meanings, negationWords, noWords, statements, taxNames, yesWords } from '../lexicon.js';
import { type PhraseFinder, phraseFinder } from '../phrases.js';
import { spelt } from './name-words.js';

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
interface StatedAnswer {
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
type Meaning = keyof typeof meanings;

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

/** The offsets of a statement in a text; the end is exclusive. */
interface StatementRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Whether the words around a statement deny it: `no reverse charge`, `reverse charge does not apply`, `reverse charge: no`, `☐ reverse
 * charge`. A negation that belongs to the tax itself, `no VAT charged: reverse charge`, does not.
 */
export function isDenied(text: string, { from, to }: StatementRange): boolean {
  const before = wordsOf(
    text
      .slice(0, from)
      .split(/[.;:,()–—]|\s-\s/)
      .at(-1) ?? '',
  );
  const after = wordsOf(/^[\s:–—-]*[^.;,()–—]*/.exec(text.slice(to))?.[0] ?? '').slice(0, maxWordsAfter);
  return /☐\s*$/.test(text.slice(0, from)) || /^\s*:?\s*☐(?!.*[☒☑])/.test(text.slice(to)) || deniesNext(before) || deniesLast(after);
}

/** A negation before a statement denies it unless it denies the tax in between, or the tax that it says something about. */
const deniesNext = (words: readonly string[]): boolean => words.slice(-maxWordsBefore).some(isNegation) && !words.some(isTax);

/** A negation after a statement denies it unless the words around it speak of the tax. */
function deniesLast(words: readonly string[]): boolean {
  const at = words.findIndex(isNegation);
  return at >= 0 && !words.slice(0, at + 1 + maxWordsToTax).some(isTax);
}

const maxWordsBefore = 4;
const maxWordsAfter = 7;
const maxWordsToTax = 3;

/** The answer that a text consists of: 'Ja' → true, 'non' → false; undefined if it says more than that, or something else. */
export function yesOrNoIn(text: string): boolean | undefined {
  const said = squash(text) || fold(text).trim();
  return yes().has(said) ? true : no().has(said) ? false : undefined;
}

const yes = once(() => new Set([...yesWords.map(squash), 'x', '1', '☒', '☑', '✓', '✔']));
const no = once(() => new Set([...noWords.map(squash), '0', '☐']));

/** Words without accents. `No. 12` and `no 12` are numbers, not negations. */
const wordsOf = (text: string): readonly string[] =>
  [
    ...fold(text)
      .replace(/\bno\b(?=[.°º#:]|\s*\d)/g, ' ')
      .matchAll(/[\p{L}\p{N}'’]+/gu),
  ].map(([word]) => squash(word));

const isNegation = (word: string): boolean => denying().has(word);
const denying = once(() => new Set(negationWords.map(squash)));
const isTax = (word: string): boolean => taxes().has(word);
const taxes = once(() => new Set(taxNames.map(squash)));
