import { child, type OfficeElement, value } from '../../ooxml/xml.js';
import { referenceOf, storedCells, storedIn } from './cells.js';
import type { SheetCell } from './sheet.js';

type GapKind = 'unstored' | 'error' | 'lost' | 'stale' | 'unsure' | 'conditional' | 'covered';

/** A cell whose content is not in the file. */
export interface CellGap {
  readonly gap: GapKind;
  readonly page: number;
  readonly reference: string;
}

interface BookFacts {
  readonly strings: readonly unknown[];
  /** Whether it asks programs to calculate it when they open it. */
  readonly stale: boolean;
}

/** The cells of a sheet that show nothing or an error where a value is meant, or what they came to before the file was changed. */
export function* gapsIn(sheet: OfficeElement | undefined, page: number, facts: BookFacts): Generator<CellGap> {
  for (const at of storedCells(sheet)) {
    const gap = gapOf(at.cell, facts);
    if (gap) yield { gap, page, reference: referenceOf(at) };
  }
}

/** A formula that came to an empty text has an empty value of the type 'str' (ECMA-376, part 1, 18.3.1.40 and 18.18.11). */
function gapOf(cell: OfficeElement, { strings, stale }: BookFacts): GapKind | undefined {
  const [type, stored] = [value(cell, 't'), storedIn(cell)];
  if (type === 'e') return 'error';
  if (type === 's' && stored !== '' && strings[Number(stored)] === undefined) return 'lost';
  if (!child(cell, 'x:f') || child(cell, 'x:is')) return undefined;
  const isStored = stored !== '' || (type === 'str' && child(cell, 'x:v') !== undefined);
  if (!isStored) return 'unstored';
  return stale ? 'stale' : undefined;
}

/** The same of cells that are read: people may see something else than is known here. */
export const gapsAmong = (cells: readonly SheetCell[], gap: 'unsure' | 'conditional' | 'covered', page: number): readonly CellGap[] =>
  cells.map((cell) => ({ gap, page, reference: referenceOf(cell) }));

const words = {
  unstored: [
    'holds a formula whose result is not stored',
    'hold a formula whose result is not stored',
    'a program that calculates must save the workbook first',
  ],
  error: ['holds an error in place of a value', 'hold an error in place of a value', 'what it should show is not in the file'],
  lost: ['names a text that the file does not have', 'name texts that the file does not have', 'what is not found may stand there'],
  unsure: ['may be shown otherwise than it is stored', 'may be shown otherwise than they are stored', 'such text is no evidence'],
  conditional: [
    'has a conditional format that may hide or change it',
    'have a conditional format that may hide or change them',
    'it is not applied, and such text is no evidence',
  ],
  covered: ['lies under a shape or picture', 'lie under a shape or picture', 'such text is no evidence'],
  stale: [
    'holds a formula whose result may be out of date',
    'hold a formula whose result may be out of date',
    'the workbook asks to be calculated when it is opened',
  ],
} satisfies Record<GapKind, readonly [one: string, several: string, advice: string]>;

/** More cells are only counted. */
const mostNamed = 5;

/** One sentence for each kind of gap: how many cells have it, which the first of them are, and what follows. */
export function inWords(gaps: readonly CellGap[]): readonly string[] {
  return [...Map.groupBy(gaps, ({ gap }) => gap)].map(([gap, cells]) => {
    const [one, several, advice] = words[gap];
    return `${cells.length} ${cells.length === 1 ? `cell ${one}` : `cells ${several}`} (${placesOf(cells)}): ${advice}`;
  });
}

function placesOf(cells: readonly CellGap[]): string {
  const named = [...Map.groupBy(cells.slice(0, mostNamed), ({ page }) => page)];
  const places = named.map(([page, ofPage]) => `page ${page}: ${ofPage.map(({ reference }) => reference).join(', ')}`);
  return `${places.join('; ')}${cells.length > mostNamed ? ' and others' : ''}`;
}
