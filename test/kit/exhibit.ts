import { valuesUnder } from '../../core/evidence/labels/nearby/values-under.js';
import { type Document, decimal, type Field, type SourceFile } from '../../core/index.js';
import { DocumentIndex } from '../../core/text.js';
import { editDistance, type TruthRow } from './agrees.js';
import { bestMark, marksOf, placeLines, readIban } from './places.js';
import {
  type FaultLeaf,
  type FaultLine,
  type FaultMark,
  type FaultSheet,
  familyOf,
  headerPath,
  isLine,
  linePath,
  type SheetHeaderName,
} from './sheet.js';
import { fieldAt } from './sheet-schema.js';
import { headerFields, lineFields, type Stated, type TruthFile } from './truth-file.js';

/** Where the document and its reading come from. */
export interface Origin {
  /** What is left out when something is said of the unseen: the document's source, else the document. */
  readonly source: string;
  /** The manifest's `split`; null where there is none. */
  readonly split: string | null;
  /** The folder under CORPUS/readings; 'built' for a reading made of the truth. */
  readonly reader: string;
}

/** A document together with a reading: one that a person would give without a mistake, or a recorded one. */
export interface FaultExhibit {
  readonly id: string;
  readonly file: SourceFile;
  readonly document: Document;
  readonly index: DocumentIndex;
  readonly truth: TruthFile;
  readonly sheet: FaultSheet;
  readonly origin?: Origin;
  /** Another document with its reading, to be joined to this one; none for scans. */
  readonly other?: FaultExhibit;
  /** The truth of each row of the sheet, in the same order; null for a row that the document does not have. */
  readonly rows: readonly (TruthRow | null)[];
  /** The only printed IBAN with valid check digits. It is not part of the sheet. */
  readonly iban?: FaultMark;
  /** Paths of values that truth calls visible but that were not found, and are left out. Empty for scans: a person sees them there. */
  readonly notFound: readonly string[];
}

export function exhibitOf(id: string, document: Document, truth: TruthFile): FaultExhibit {
  const index = new DocumentIndex(document);
  const unfound = document.pages.every(({ textLayer }) => textLayer === 'native') ? () => undefined : ownPrint;
  const header = headerFields.flatMap((name) => {
    const stated = truth.fields[name];
    if (!stated || stated.visible === false) return [];
    const leaf = { path: headerPath(name), name };
    return [[name, markFor(leaf, stated, index) ?? unfound(leaf, stated, index)] as const];
  });
  const all = truth.line_items ?? [];
  const placed = placeLines(all, index).map((line, at) => ({
    ...printsOf(all[at] ?? {}, at, (leaf, stated) => unfound(leaf, stated, index)),
    ...line,
  }));
  const kept = placed.flatMap((line, row) => (Object.keys(line).length > 0 ? [row] : []));
  const iban = readIban(index);
  return {
    id,
    file: document.file,
    document,
    index,
    truth,
    sheet: { header: Object.fromEntries(header.filter(([, mark]) => mark)), lines: kept.map((row) => placed[row] ?? {}) },
    rows: kept.map((row) => all[row] ?? {}),
    ...(iban && { iban }),
    notFound: [...header.flatMap(([name, mark]) => (mark ? [] : [headerPath(name)])), ...missing(all, placed)],
  };
}

const markFor = (leaf: Pick<FaultLeaf, 'path' | 'name'>, stated: Stated, index: DocumentIndex): FaultMark | undefined =>
  bestMark(leaf, marksOf(leaf, stated, index), index);

/** The cells of a row that a person sees. */
const printsOf = (
  row: TruthRow,
  at: number,
  print: (leaf: Pick<FaultLeaf, 'path' | 'name'>, stated: Stated) => FaultMark | undefined,
): FaultLine =>
  Object.fromEntries(
    lineFields.flatMap((name) => {
      const stated = row[name];
      const mark = stated && stated.visible !== false ? print({ path: linePath(at, name), name }, stated) : undefined;
      return mark ? [[name, mark]] : [];
    }),
  );

const missing = (rows: readonly TruthRow[], placed: readonly FaultLine[]): readonly string[] =>
  rows.flatMap((row, at) =>
    lineFields.flatMap((name) => (row[name] && row[name].visible !== false && !placed[at]?.[name] ? [linePath(at, name)] : [])),
  );

/** What is true at a path of the exhibit's own sheet; undefined where truth does not say. */
export const truthAt = (exhibit: FaultExhibit, path: string): string | number | undefined => statedAt(exhibit, path)?.value;

/** Every form that is right at a path; none where truth does not say. */
export function formsAt(exhibit: FaultExhibit, path: string): readonly (string | number)[] {
  const stated = statedAt(exhibit, path);
  return stated ? formsOf(stated) : [];
}

/** A truth may list other forms that are as right: the legal beside the trade name, a number with its leading zeros. */
const formsOf = ({ value, also = [] }: Stated & { readonly also?: readonly (string | number)[] }): readonly (string | number)[] => [
  value,
  ...also,
];

/** What the truth states at a path, with its visibility; undefined where it is silent. */
export function statedAt({ truth, rows, iban }: FaultExhibit, path: string): Stated | undefined {
  const [, row, column] = /^\$\.line_items\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  if (row !== undefined) return lineFields.flatMap((name) => (name === column ? [rows[Number(row)]?.[name]] : []))[0];
  const name = path.slice(2) as SheetHeaderName;
  if (name === 'iban') return iban?.value ? { value: iban.value } : undefined;
  return headerFields.flatMap((known) => (known === name ? [truth.fields[known]] : []))[0];
}

/**
 * What a person would note of a value on a scan that OCR misread: its usual print, within the row that OCR read beside its label if there
 * is one. It has no place.
 */
export function ownPrint(leaf: Pick<FaultLeaf, 'path' | 'name'>, { value }: Stated, index: DocumentIndex): FaultMark {
  const print = printOf(leaf, value, index);
  const page = index.pages.length === 1 ? 1 : null;
  const misread = isLine(leaf.path) ? undefined : nearest(print, fieldAt(leaf.path), index);
  if (!misread) return { value: print, quote: print, page };
  return { value: print, quote: misread.span.row.text.replace(misread.text, () => print), page: misread.span.row.page };
}

const nearest = (print: string, field: Field, index: DocumentIndex) =>
  valuesUnder(field, index)
    .map((found) => ({ ...found, distance: editDistance(print, found.text) }))
    .sort((a, b) => a.distance - b.distance)[0];

/** Amounts get their minor digits and the decimal mark of the document; other values stay as truth states them. */
function printOf({ name }: Pick<FaultLeaf, 'name'>, value: string | number, { style }: DocumentIndex): string {
  if (familyOf(name) !== 'number') return String(value);
  const amount = decimal(value);
  const digits = name === 'quantity' ? amount.decimalPlaces() : Math.max(amount.decimalPlaces(), 2);
  return amount.toFixed(digits).replace('.', style?.decimal ?? '.');
}
