import { memoize } from '../../values/memoize.js';
import { insideAddresses } from '../print/web-addresses.js';

/** A phrase of a table that was found in a text. */
export interface PhraseMatch<Name> {
  readonly name: Name;
  /** The phrase as printed. */
  readonly phrase: string;
  /** Offsets in the text; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Finds the phrases of a table in reading order and without overlaps. The longest phrases win, then those listed first. */
export type PhraseFinder<Name> = (text: string) => readonly PhraseMatch<Name>[];

/** Shorter phrases must match whole printed words; others also match across gaps such as `Zahlbetr ag`. */
const minGapLetters = 5;
const treeLetters = 4;

interface PhraseEntry<Name> {
  readonly name: Name;
  readonly letters: string;
  /** The gaps between the words of each spelling: `PU HT`, `P U HT`. */
  readonly spellings: ReadonlySet<number>[];
}
/** Phrases by their first letters: a tree with a letter at each step, which ends after a few of them. */
interface PhraseTree<Name> {
  readonly next: Map<string, PhraseTree<Name>>;
  readonly entries: PhraseEntry<Name>[];
}
interface PhraseHit<Name> extends PhraseMatch<Name> {
  readonly length: number;
}

/**
 * Compiles a table of phrases. Accents, case and punctuation do not count. A phrase begins and ends at a word boundary, which includes
 * changes from lower to upper case and between letters and digits. Inside of a web address or a mailbox it says nothing.
 */
export function phraseFinder<Name>(table: Iterable<readonly [Name, readonly string[]]>): PhraseFinder<Name> {
  const tree: PhraseTree<Name> = { next: new Map(), entries: [] };
  for (const [name, phrases] of table) for (const phrase of phrases) addPhrase(tree, name, phrase);
  const few = fewLetters(tree);
  return (text) => {
    const spelling = memoizedSpelling(text);
    if (few && !few.some((letters) => spelling.letters.includes(letters))) return none;
    return inOrder(longestFirst(outsideAddresses(search(spelling, text, tree), text)));
  };
}

const none: readonly never[] = [];

function outsideAddresses<Hit extends { readonly from: number; readonly to: number }>(found: Hit[], text: string): Hit[] {
  const addresses = found.length === 0 ? none : insideAddresses(text);
  return addresses.length === 0 ? found : found.filter(({ from, to }) => !addresses.some((own) => from >= own.from && to <= own.to));
}

/** The letters of a text as phrases are compared: a phrase that is found in the text has its own letters in these. */
export const lettersIn = (text: string): string => memoizedSpelling(text).letters;

/** Up to this many phrases are looked for as mere letters first, which most texts do not have: a schema's fields ask every text in turn. */
const maxFewPhrases = 16;

function fewLetters<Name>(tree: PhraseTree<Name>): readonly string[] | undefined {
  const letters = entriesOf(tree).map((entry) => entry.letters);
  return letters.length <= maxFewPhrases ? letters : undefined;
}

const entriesOf = <Name>({ next, entries }: PhraseTree<Name>): readonly PhraseEntry<Name>[] => [
  ...entries,
  ...[...next.values()].flatMap(entriesOf),
];

function addPhrase<Name>(tree: PhraseTree<Name>, name: Name, phrase: string): void {
  const { letters, begins } = spell(phrase);
  if (letters === '') return;
  const gaps = new Set([...begins].flatMap((kind, at) => (kind === afterGap ? at : [])));
  let branch = tree;
  for (const letter of letters.slice(0, treeLetters).split('')) {
    const next = branch.next.get(letter) ?? { next: new Map(), entries: [] };
    branch.next.set(letter, next);
    branch = next;
  }
  const { entries } = branch;
  const known = entries.find((entry) => entry.letters === letters);
  if (!known) entries.push({ name, letters, spellings: [gaps] });
  else if (known.name === name) known.spellings.push(gaps);
}

function search<Name>(spelling: Spelling, text: string, tree: PhraseTree<Name>): PhraseHit<Name>[] {
  const { letters, origins, begins } = spelling;
  const found: PhraseHit<Name>[] = [];
  for (let start = 0; start < letters.length; start += 1) {
    if (begins[start] === inside) continue;
    for (const entry of entriesAt(start, letters, tree)) {
      if (!fits(entry, spelling, start)) continue;
      const from = origins[start] ?? 0;
      const to = endOf(text, origins[start + entry.letters.length - 1] ?? text.length);
      found.push({ name: entry.name, phrase: text.slice(from, to), from, to, length: entry.letters.length });
    }
  }
  return found;
}

/** The end of the character at a place. */
const endOf = (text: string, at: number): number => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** The phrases that may begin at a letter, those of fewer letters first. */
function entriesAt<Name>(start: number, letters: string, tree: PhraseTree<Name>): readonly PhraseEntry<Name>[] {
  const found: PhraseEntry<Name>[] = [];
  let at = start;
  for (let branch = tree.next.get(letters.charAt(at)); branch; branch = branch.next.get(letters.charAt(at))) {
    found.push(...branch.entries);
    at += 1;
  }
  return found;
}

function fits<Name>(entry: PhraseEntry<Name>, spelling: Spelling, start: number): boolean {
  const end = start + entry.letters.length;
  if (!spelling.letters.startsWith(entry.letters, start)) return false;
  if (spelling.begins[end] === inside) return false;
  if (entry.letters.length >= minGapLetters) return true;
  const printed = Array.from({ length: entry.letters.length - 1 }, (_, at) => at + 1).filter(
    (at) => spelling.begins[start + at] === afterGap,
  );
  const [first, ...others] = entry.spellings;
  return (
    printed.every((at) => first?.has(at)) || others.some((gaps) => printed.length === gaps.size - 1 && printed.every((at) => gaps.has(at)))
  );
}

/** What overlaps a longer match begins or ends in it, so that two places of each are looked at, and not all that were found before. */
function longestFirst<Name>(found: PhraseHit<Name>[]): PhraseHit<Name>[] {
  const taken = new Set<number>();
  return found
    .sort((a, b) => b.length - a.length)
    .filter(({ from, to }) => {
      if (taken.has(from) || taken.has(to - 1)) return false;
      for (let at = from; at < to; at += 1) taken.add(at);
      return true;
    });
}

const inOrder = <Name>(found: PhraseHit<Name>[]): readonly PhraseMatch<Name>[] =>
  found.sort((a, b) => a.from - b.from).map(({ name, phrase, from, to }) => ({ name, phrase, from, to }));

interface Spelling {
  readonly letters: string;
  /** For each letter: the start of its character in the text. */
  readonly origins: readonly number[];
  /** For each letter: whether a word begins with it. A text, because those of a long document are kept by the ten thousand. */
  readonly begins: string;
}

/** A letter inside of a word; one that begins a word within another, as in `dueDate`; and one after something other than a letter or digit. */
const [inside, within, afterGap] = ['.', ':', '|'];

const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
  '№': 'no',
  '#': 'no',
  '%': '%',
};

/** Words that are looked for in one that is printed without a gap, at most: a serial number of 2,000 signs has no label for each. */
const maxWithin = 30;

/** Memoized because every finder begins with it. */
const memoizedSpelling = memoize(spell);

function spell(text: string): Spelling {
  const letters: string[] = [];
  const origins: number[] = [];
  const begins: string[] = [];
  let before = '';
  let spellingBefore = spellingOf(before);
  let at = 0;
  let words = 0;
  for (const character of text) {
    const spelling = spellingOf(character);
    const spelt = character === degree && !/n|\./i.test(before) ? '' : spelling.letters;
    if (spelt !== '') {
      const gap = spellingBefore.kind === '';
      const inner = spelling.kind !== spellingBefore.kind || (spelling.isCapital && spellingBefore.isSmall);
      words = gap ? 0 : words + Number(inner);
      let begin = gap ? afterGap : inner && words <= maxWithin ? within : inside;
      for (const letter of spelt) {
        letters.push(letter);
        origins.push(at);
        begins.push(begin);
        begin = inside;
      }
    }
    at += character.length;
    if (!spelling.isMark) [before, spellingBefore] = [character, spelling];
  }
  return { letters: letters.join(''), origins: origins.slice(), begins: begins.join('') };
}

/** What a character is to the spelling of a text. */
interface CharacterSpelling {
  /** Its letters and digits, without accents. */
  readonly letters: string;
  readonly kind: '' | 'letter' | 'digit' | 'sign';
  readonly isCapital: boolean;
  readonly isSmall: boolean;
  /** True for an accent on the character before it. */
  readonly isMark: boolean;
}

/** After an n it is the o of "number". */
const degree = '°';

/** Memoized because texts consist of few characters. */
const spellingOf = memoize(
  (character: string): CharacterSpelling => ({
    letters: lettersOf(character.toLowerCase()),
    kind: characterKind(character),
    isCapital: /\p{Lu}/u.test(character),
    isSmall: /\p{Ll}/u.test(character),
    isMark: /\p{M}/u.test(character),
  }),
);

const lettersOf = (lower: string): string =>
  spellings[lower] ?? (lower === degree ? 'o' : lower.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, ''));

const characterKind = (character: string): CharacterSpelling['kind'] =>
  /[\p{L}°#]/u.test(character) ? 'letter' : /\p{N}/u.test(character) ? 'digit' : character === '%' ? 'sign' : '';
