import type { Cell, Document } from '../../core/index.js';
import { DocumentIndex, readingsIn } from '../../core/text.js';
import { type AnswerRow, alignRows } from './agrees.js';
import { type FaultExhibit, statedAt } from './exhibit.js';
import { marksOf, readIban } from './places.js';
import {
  type FaultLeaf,
  type FaultLine,
  type FaultMark,
  familyOf,
  headerNames,
  headerPath,
  leavesOf,
  linePath,
  withMark,
} from './sheet.js';
import { type LineField, lineFields, type TruthFile } from './truth-file.js';

/** What a reader wrote of a document, in its own words. */
export interface RecordedReading {
  readonly document: Document;
  readonly truth: TruthFile;
  readonly cells: readonly Cell[];
}

/** A document with a recorded reading: the reader's own quotes, pages, words of confidence, and mistakes. */
export function recordedExhibit(id: string, { document, truth, cells }: RecordedReading): FaultExhibit {
  const index = new DocumentIndex(document);
  const marks = new Map(cells.map((cell) => [cell.path, markOf(cell)]));
  const header = headerNames.flatMap((name) => {
    const mark = marks.get(headerPath(name));
    return mark ? [[name, mark] as const] : [];
  });
  const lines = linesIn(cells, marks);
  const iban = readIban(index);
  const sheet = { header: Object.fromEntries(header), lines, columns: lineFields };
  const unplaced: FaultExhibit = {
    ...{ id, file: document.file, document, index, truth, sheet, rows: truthOfRows(lines, truth, index), notFound: [] },
    ...(iban && { iban }),
  };
  return {
    ...unplaced,
    sheet: leavesOf(sheet).reduce((placed, leaf) => withMark(placed, leaf, withPlace(leaf, unplaced)), unplaced.sheet),
  };
}

const markOf = ({ value, quote, page, confidence, reason }: Cell): FaultMark => ({ value, quote, page, confidence, reason });

const rowPattern = /^\$\.line_items\[(\d+)\]\./;

/** The rows in their order; numbers that a reader skipped leave no empty row. */
function linesIn(cells: readonly Cell[], marks: ReadonlyMap<string, FaultMark>): readonly FaultLine[] {
  const numbers = new Set(cells.flatMap(({ path }) => rowPattern.exec(path)?.[1] ?? []));
  return [...numbers]
    .map(Number)
    .sort((a, b) => a - b)
    .map((row) =>
      Object.fromEntries(
        lineFields.flatMap((name) => {
          const mark = marks.get(linePath(row, name));
          return mark ? [[name, mark]] : [];
        }),
      ),
    );
}

/** Where truth states rows, each row of the reading has its counterpart or none; else nothing is known of them. */
function truthOfRows(lines: readonly FaultLine[], { line_items: stated }: TruthFile, index: DocumentIndex): FaultExhibit['rows'] {
  if (!stated || stated.length === 0) return lines.map(() => ({}));
  const counterparts = new Map(
    alignRows(
      stated,
      lines.map((line) => answerOf(line, index)),
    ).map(({ truth, answer }) => [answer, truth]),
  );
  return lines.map((_, row) => {
    const counterpart = counterparts.get(row) ?? null;
    return counterpart === null ? null : (stated[counterpart] ?? null);
  });
}

const answerOf = (line: FaultLine, index: DocumentIndex): AnswerRow =>
  Object.fromEntries(lineFields.map((name) => [name, typed(name, line[name]?.value ?? null, index)]));

const typed = (name: LineField, printed: string | null, { style }: DocumentIndex): string | number | null =>
  printed === null || familyOf(name) !== 'number' ? printed : (readingsIn(printed, style)[0]?.toNumber() ?? null);

/** The place of a value: in a row of its quote if it stands there, else where it stands first. */
function withPlace(leaf: FaultLeaf, exhibit: FaultExhibit): FaultMark {
  const { mark } = leaf;
  const { index } = exhibit;
  if (mark.value === null) return mark;
  const stated = statedAt(exhibit, leaf.path);
  const places = [
    ...index.find(mark.value).flatMap(({ spans }) => spans.slice(0, 1)),
    ...(stated ? marksOf(leaf, { value: stated.value }, index).flatMap(({ place }) => place ?? []) : []),
  ];
  const quoted = new Set((mark.quote === null ? [] : index.find(mark.quote)).flatMap(({ spans }) => spans.map(({ order }) => order)));
  const place = places.find(({ order }) => quoted.has(order)) ?? places[0];
  return place ? { ...mark, place } : mark;
}
