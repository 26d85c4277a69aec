import { memoize } from '../../values/memoize.js';

/** A phrase of a table, found in a text. */
export interface PhraseMatch<Name> {
  readonly name: Name;
  /** As printed. */
  readonly phrase: string;
  /** Offsets into the text, the end exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Finds the phrases of one table, in order of the text, none overlapping another: the longest win, then those listed first. */
export type PhraseFinder<Name> = (text: string) => readonly PhraseMatch<Name>[];

/** Phrases of fewer letters than this must stand as printed words; longer ones are also found across gaps such as `Zahlbetr ag`. */
const SHORT = 5;
const KEY = 4;

interface Entry<Name> {
  readonly name: Name;
  readonly letters: string;
  readonly gaps: ReadonlySet<number>;
}
/** Phrases by the letters they begin with. */
interface PhraseIndex<Name> {
  readonly byKey: Map<string, Entry<Name>[]>;
  /** First letters: where none of them begins a word, no phrase does. */
  readonly initials: Set<string>;
}
interface Found<Name> extends PhraseMatch<Name> {
  readonly length: number;
}

/**
 * Compiles a table of phrases. Accents, case and punctuation do not count; a phrase begins and ends with a word, where a change from
 * small to capital letter or from letter to digit ends a word, too.
 */
export function phraseFinder<Name>(table: Iterable<readonly [Name, readonly string[]]>): PhraseFinder<Name> {
  const index: PhraseIndex<Name> = { byKey: new Map(), initials: new Set() };
  for (const [name, phrases] of table) for (const phrase of phrases) enter(index, name, phrase);
  return (text) => inOrder(longestFirst(search(spelt(text), text, index)));
}

function enter<Name>({ byKey, initials }: PhraseIndex<Name>, name: Name, phrase: string): void {
  const { letters, gaps } = spell(phrase);
  if (letters === '') return;
  const key = letters.slice(0, KEY);
  const entries = byKey.get(key) ?? [];
  if (!entries.some((entry) => entry.letters === letters)) entries.push({ name, letters, gaps });
  byKey.set(key, entries);
  initials.add(letters.charAt(0));
}

function search<Name>(spelling: Spelling, text: string, { byKey, initials }: PhraseIndex<Name>): Found<Name>[] {
  const found: Found<Name>[] = [];
  for (const start of spelling.boundaries) {
    if (!initials.has(spelling.letters.charAt(start))) continue;
    for (let length = 1; length <= KEY && start + length <= spelling.letters.length; length += 1)
      for (const entry of byKey.get(spelling.letters.slice(start, start + length)) ?? []) {
        if (!fits(entry, spelling, start)) continue;
        const from = spelling.origins[start] ?? 0;
        const to = spelling.ends[start + entry.letters.length - 1] ?? text.length;
        found.push({ name: entry.name, phrase: text.slice(from, to), from, to, length: entry.letters.length });
      }
  }
  return found;
}

function fits<Name>(entry: Entry<Name>, spelling: Spelling, start: number): boolean {
  const end = start + entry.letters.length;
  if (!spelling.letters.startsWith(entry.letters, start)) return false;
  if (end < spelling.letters.length && !spelling.boundaries.has(end)) return false;
  if (entry.letters.length >= SHORT) return true;
  for (let at = start + 1; at < end; at += 1) if (spelling.gaps.has(at) && !entry.gaps.has(at - start)) return false;
  return true;
}

function longestFirst<Name>(found: Found<Name>[]): Found<Name>[] {
  const kept: Found<Name>[] = [];
  for (const match of found.sort((a, b) => b.length - a.length))
    if (kept.every((other) => match.to <= other.from || match.from >= other.to)) kept.push(match);
  return kept;
}

const inOrder = <Name>(found: Found<Name>[]): readonly PhraseMatch<Name>[] =>
  found.sort((a, b) => a.from - b.from).map(({ name, phrase, from, to }) => ({ name, phrase, from, to }));

interface Spelling {
  readonly letters: string;
  /** Offset into the text, and the end of what stands there, for each letter. */
  readonly origins: readonly number[];
  readonly ends: readonly number[];
  /** Letters at which a word begins. */
  readonly boundaries: ReadonlySet<number>;
  /** Those of them before which something other than a letter or digit is printed. */
  readonly gaps: ReadonlySet<number>;
}

const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '#': 'no',
  '%': '%',
};

/** Every finder begins with this. */
const spelt = memoize(spell);

function spell(text: string): Spelling {
  const origins: number[] = [];
  const ends: number[] = [];
  const boundaries = new Set<number>();
  const gaps = new Set<number>();
  let letters = '';
  let before = '';
  let at = 0;
  for (const character of text) {
    const spelt = spellOne(character, before);
    if (spelt !== '') {
      const gap = kindOf(before) === '';
      if (gap) gaps.add(letters.length);
      if (gap || turns(before, character)) boundaries.add(letters.length);
      for (const letter of spelt) {
        letters += letter;
        origins.push(at);
        ends.push(at + character.length);
      }
    }
    at += character.length;
    if (!/\p{M}/u.test(character)) before = character;
  }
  return { letters, origins, ends, boundaries, gaps };
}

/** The letters and digits a character stands for, without accents; a degree sign after an n is the o of "number". */
function spellOne(character: string, before: string): string {
  if (isPlain(character)) return character.toLowerCase();
  const lower = character.toLowerCase();
  const known = spellings[lower];
  if (known !== undefined) return known;
  if (character === '°') return /n|\./i.test(before) ? 'o' : '';
  return lower.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '');
}

/** Most characters are of these; the rest takes longer to look up. */
const isPlain = (character: string): boolean =>
  (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || (character >= '0' && character <= '9');

const kindOf = (character: string): '' | 'letter' | 'digit' | 'sign' =>
  isPlain(character) ? (character <= '9' ? 'digit' : 'letter') : otherKind(character);

const otherKind = (character: string): '' | 'letter' | 'digit' | 'sign' =>
  character === '' ? '' : /[\p{L}°#]/u.test(character) ? 'letter' : /\p{N}/u.test(character) ? 'digit' : character === '%' ? 'sign' : '';

const turns = (before: string, character: string): boolean =>
  kindOf(before) !== kindOf(character) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(character));
