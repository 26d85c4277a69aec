import type { Cell, Document, Page, SourceFile, Word } from '../../core/index.js';
import { rowOf } from '../../core/schema/path.js';
import { indexPage, type Row } from '../../core/text.js';

/** A4 in points; a page that has more text is larger. */
const paper = { width: 595, height: 842 };
const letter = { width: 6, height: 10 };
const lineHeight = 12;
const margin = 40;

/** A page as a typewriter prints it: every character 6 points wide, every line 12 points high; spaces keep their width, so columns stay columns. */
export function pageOf(text: string, number = 1, more: Partial<Page> = {}): Page {
  const lines = text.split('\n');
  const words = lines.flatMap(wordsOf);
  const longest = Math.max(...lines.map((line) => line.length));
  return {
    number,
    width: Math.max(paper.width, 2 * margin + longest * letter.width),
    height: Math.max(paper.height, 2 * margin + lines.length * lineHeight),
    textLayer: words.length > 0 ? 'native' : 'none',
    words,
    hidden: [],
    ...more,
  };
}

const wordsOf = (line: string, row: number): readonly Word[] =>
  [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    ocr: false,
    box: { x: margin + index * letter.width, y: margin + row * lineHeight, width: text.length * letter.width, height: letter.height },
  }));

/** A document of such pages. Its file is empty, because nothing parses it. */
export const documentOf = (...pages: readonly (string | Page)[]): Document => ({
  format: 'typed',
  file: emptyFile,
  pages: pages.map((page, index) => (typeof page === 'string' ? pageOf(page, index + 1) : page)),
  attachments: [],
  chargedPages: pages.length,
});

const emptyFile: SourceFile = { name: 'typed.txt', bytes: new Uint8Array() };

/** What a reader says of a field: the printed text, null where it finds none, or this with more of the cell: `{ value, quote, page, … }`. */
export type ReadValue = string | null | (Partial<Omit<Cell, 'path'>> & Pick<Cell, 'value'>);

/**
 * A reading as a plain object in the shape of the data, or by path: `{ total: '120,00', line_items: [{ amount: '60,00' }] }` is
 * `{ total: '120,00', 'line_items[0].amount': '60,00' }`.
 */
export interface ReadValues {
  readonly [name: string]: ReadValue | ReadValues | readonly (ReadValue | ReadValues)[];
}

/** A cell that a reader is certain of; the quote is the value unless given. */
export const cell = (path: string, value: string | null, more: Partial<Cell> = {}): Cell => ({
  path,
  value,
  page: value === null ? null : 1,
  quote: value,
  confidence: 'certain',
  reason: 'exact',
  ...more,
});

/**
 * The cells of a reading. A value without a quote is quoted with the printed row that holds it; of several, the one that holds most values of
 * the same table row. A value that is printed nowhere quotes itself.
 */
export function cellsOf(values: ReadValues, { pages }: Pick<Document, 'pages'>): readonly Cell[] {
  const rows = pages.flatMap((page) => indexPage(page).rows);
  const stated = leavesOf('$', values);
  return stated.map(({ path, more: { value, ...more } }) => {
    const siblings = stated.filter((other) => rowOf(other.path) && rowOf(other.path)?.row === rowOf(path)?.row);
    const texts = siblings.flatMap((sibling) => sibling.more.value ?? []);
    const row = value === null ? undefined : rowHolding(value, texts, rows);
    return cell(path, value, { ...(row && { quote: row.text, page: row.page }), ...more });
  });
}

interface ReadLeaf {
  readonly path: string;
  readonly more: Exclude<ReadValue, string | null>;
}

function leavesOf(path: string, value: ReadValues[string]): readonly ReadLeaf[] {
  if (value === null || typeof value === 'string') return [{ path, more: { value } }];
  if (typeof value !== 'object')
    throw new TypeError(`${path} is a ${typeof value}: a reading says what is printed, as a text such as '1,212.00'`);
  if (isList(value)) return value.flatMap((item, index) => leavesOf(`${path}[${index}]`, item));
  if (isCell(value)) return [{ path, more: value }];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(`${path}.${name}`, inner));
}

const isList = (value: ReadValues[string]): value is readonly (ReadValue | ReadValues)[] => Array.isArray(value);

const cellKeys = ['value', 'quote', 'page', 'confidence', 'reason'];
/** A table or an object may have a field that is called "value", but then it has others, too. */
const isCell = (value: object): value is ReadLeaf['more'] =>
  'value' in value && !isObjectOrList(value.value) && Object.keys(value).every((key) => cellKeys.includes(key));
const isObjectOrList = (value: unknown): boolean => typeof value === 'object' && value !== null;

function rowHolding(value: string, siblings: readonly string[], rows: readonly Row[]): Row | undefined {
  const words = (text: string): string => ` ${text.trim().replaceAll(/\s+/g, ' ')} `;
  const holding = rows.filter((row) => words(row.text).includes(words(value)));
  const near = holding.length > 0 ? holding : rows.filter((row) => row.text.includes(value.trim()));
  const held = (row: Row): number => siblings.filter((sibling) => row.text.includes(sibling)).length;
  return near.toSorted((one, other) => held(other) - held(one))[0];
}
