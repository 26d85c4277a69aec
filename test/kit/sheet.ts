import type { Span } from '../../core/evidence/page/page-index.js';
import type { Cell, CellConfidence, CellReason } from '../../core/index.js';
import { type Family, familyOf as statedFamily } from './agrees.js';
import { type HeaderField, headerFields, type LineField, lineFields } from './truth-file.js';

/** One value as a reader noted it: the printed text, its row and its page. A null value claims that the document has none. */
export interface FaultMark {
  readonly value: string | null;
  readonly quote: string | null;
  readonly page: number | null;
  /** Absent when the value is printed nowhere. */
  readonly place?: Span;
  /** The reader's own word and its reason; 'certain' and 'exact' when absent, as of a reader that knows nothing of its mistake. */
  readonly confidence?: CellConfidence;
  readonly reason?: CellReason;
}

/** Fields that truth files do not have but that some faults are about. */
export const extraFields = ['order_number', 'iban'] as const;
export const headerNames = [...headerFields, ...extraFields] as const;
export type SheetHeaderName = HeaderField | (typeof extraFields)[number];
export type FaultLine = Readonly<Partial<Record<LineField, FaultMark>>>;

/** A complete reading: a mark for each header field that was read, and the rows in printed order. */
export interface FaultSheet {
  readonly header: Readonly<Partial<Record<SheetHeaderName, FaultMark>>>;
  readonly lines: readonly FaultLine[];
  /** The columns that the reader was asked for; those that any row has when absent. */
  readonly columns?: readonly LineField[];
}

/** One value of a sheet with its path. */
export interface FaultLeaf {
  readonly path: string;
  readonly name: SheetHeaderName | LineField;
  readonly mark: FaultMark;
}

export const headerPath = (name: SheetHeaderName): string => `$.${name}`;
export const linePath = (row: number, name: LineField): string => `$.line_items[${row}].${name}`;
export const isLine = (path: string): boolean => path.startsWith('$.line_items[');

/** Every value of a sheet, in the order of the schema. */
export const leavesOf = ({ header, lines }: FaultSheet): readonly FaultLeaf[] => [
  ...headerNames.flatMap((name) => one(headerPath(name), name, header[name])),
  ...lines.flatMap((line, row) => lineFields.flatMap((name) => one(linePath(row, name), name, line[name]))),
];

const one = (path: string, name: FaultLeaf['name'], mark: FaultMark | undefined): readonly FaultLeaf[] =>
  mark ? [{ path, name, mark }] : [];

export const markAt = (sheet: FaultSheet, path: string): FaultMark | undefined => leavesOf(sheet).find((leaf) => leaf.path === path)?.mark;

/** The sheet with other marks at some header fields. */
export const withHeader = (sheet: FaultSheet, marks: FaultSheet['header']): FaultSheet => ({
  ...sheet,
  header: { ...sheet.header, ...marks },
});

/** The sheet with another mark at one path. */
export function withMark(sheet: FaultSheet, { path, name }: Pick<FaultLeaf, 'path' | 'name'>, mark: FaultMark): FaultSheet {
  if (!isLine(path)) return withHeader(sheet, { [name]: mark });
  return { ...sheet, lines: sheet.lines.map((line, row) => (path.startsWith(`$.line_items[${row}].`) ? { ...line, [name]: mark } : line)) };
}

/** The sheet with nothing but certainty at these paths. */
export const withCertainty = (sheet: FaultSheet, paths: readonly string[]): FaultSheet =>
  leavesOf(sheet)
    .filter(({ path }) => paths.includes(path))
    .reduce((certain, leaf) => {
      const { confidence, reason, ...mark } = leaf.mark;
      return withMark(certain, leaf, mark);
    }, sheet);

/** A sheet as a model would answer it. */
export const cellsOf = (sheet: FaultSheet): readonly Cell[] =>
  leavesOf(sheet).map(({ path, mark: { value, quote, page, confidence = 'certain', reason = 'exact' } }) => ({
    path,
    value,
    quote,
    page,
    confidence,
    reason,
  }));

/** How values of a field are compared. */
export const familyOf = (name: SheetHeaderName | LineField): Family =>
  name === 'order_number' || name === 'iban' ? 'id' : statedFamily(name);

/** The families of fields whose rates are reported separately. */
export const fieldFamilies = ['money', 'date', 'id', 'name', 'line'] as const;
export type FaultFieldFamily = (typeof fieldFamilies)[number];

const families: Readonly<Record<Family, FaultFieldFamily>> = { number: 'money', date: 'date', id: 'id', name: 'name' };

export const fieldFamily = ({ path, name }: Pick<FaultLeaf, 'path' | 'name'>): FaultFieldFamily =>
  isLine(path) ? 'line' : families[familyOf(name)];
