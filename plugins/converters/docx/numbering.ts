import { child, childrenOf, type OfficeElement, value } from '../../ooxml/xml.js';

/** Returns the mark before the next paragraph of a list, and advances its counter: '3.', 'INV-7', '•'; '' where Word prints none. */
export type Numbering = (list: { readonly id: string | undefined; readonly level: number }) => string;

interface ListLevel {
  readonly start: number;
  readonly format: string;
  /** The pattern, in which `%1` is the number of the first level. */
  readonly text: string;
}

/** The limit of the standard. */
const maxLevels = 9;

/** The numbered lists of `numbering.xml`. Source: ECMA-376, part 1, 17.9. */
export function numberingOf(root: OfficeElement | undefined): Numbering {
  const abstracts = new Map(childrenOf(root, 'w:abstractNum').map((list) => [value(list, 'w:abstractNumId'), levelsOf(list)]));
  const lists = new Map(childrenOf(root, 'w:num').map((list) => [value(list, 'w:numId'), overridden(list, abstracts)]));
  const counters = new Map<string, number[]>();
  return ({ id, level }) => {
    const levels = lists.get(id ?? '');
    if (id === undefined || !levels?.[level]) return '';
    const counted = count(counters.get(id) ?? [], level, levels);
    counters.set(id, counted);
    return print(levels, level, counted);
  };
}

function levelsOf(list: OfficeElement | undefined): ListLevel[] {
  const levels: ListLevel[] = [];
  for (const level of childrenOf(list, 'w:lvl').slice(0, maxLevels)) {
    levels[Math.min(Number(value(level, 'w:ilvl')), maxLevels)] = {
      start: Number(value(child(level, 'w:start')) ?? 1),
      format: value(child(level, 'w:numFmt')) ?? 'decimal',
      text: value(child(level, 'w:lvlText')) ?? '',
    };
  }
  return levels;
}

function overridden(list: OfficeElement, abstracts: ReadonlyMap<string | undefined, readonly ListLevel[]>): readonly ListLevel[] {
  const levels = [...(abstracts.get(value(child(list, 'w:abstractNumId'))) ?? [])];
  for (const override of childrenOf(list, 'w:lvlOverride')) {
    const at = Number(value(override, 'w:ilvl'));
    const level = levelsOf(override)[at] ?? levels[at];
    if (level) levels[at] = { ...level, start: Number(value(child(override, 'w:startOverride')) ?? level.start) };
  }
  return levels;
}

/** Adds one at this level, and resets all deeper levels. */
const count = (counted: readonly number[], level: number, levels: readonly ListLevel[]): number[] =>
  Array.from({ length: level + 1 }, (_, at) => {
    const start = levels[at]?.start ?? 1;
    return at < level ? (counted[at] ?? start) : (counted[at] ?? start - 1) + 1;
  });

function print(levels: readonly ListLevel[], level: number, counted: readonly number[]): string {
  const { format, text = '' } = levels[level] ?? {};
  if (format === 'none') return '';
  if (format === 'bullet') return /^[\uf000-\uf0ff]?$/.test(text) ? '•' : text;
  return text.replace(/%([1-9])/g, (_, at: string) => numeral(counted[Number(at) - 1] ?? 0, levels[Number(at) - 1]?.format ?? 'decimal'));
}

function numeral(number: number, format: string): string {
  if (format === 'decimalZero') return String(number).padStart(2, '0');
  if (format === 'lowerLetter') return letters(number);
  if (format === 'upperLetter') return letters(number).toUpperCase();
  if (format === 'lowerRoman') return roman(number);
  if (format === 'upperRoman') return roman(number).toUpperCase();
  return String(number);
}

/** a..z, then aa, bb, as Word counts. */
const letters = (number: number): string =>
  number < 1 ? '' : String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(Math.ceil(number / 26), 30));

function roman(number: number): string {
  let left = Math.min(Math.max(number, 0), 3_999);
  let text = '';
  for (const [numeral, worth] of romanNumerals) {
    text += numeral.repeat(Math.floor(left / worth));
    left %= worth;
  }
  return text;
}

const romanNumerals: readonly (readonly [string, number])[] = [
  ['m', 1000], ['cm', 900], ['d', 500], ['cd', 400], ['c', 100], ['xc', 90],
  ['l', 50], ['xl', 40], ['x', 10], ['ix', 9], ['v', 5], ['iv', 4], ['i', 1],
]; // biome-ignore format: a table
