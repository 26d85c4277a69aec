import { readFileSync } from 'node:fs';
import type { AppraisedField, DocumentOutcome, Engine, Schema } from '../../../core/index.js';
import { inTurn } from './in-turn.js';
import { type JoinedFile, startsOf } from './joined-file.js';

/** How many values were compared, and a line for each that is another. */
export interface Comparison {
  readonly values: number;
  readonly other: readonly string[];
}

/** The values, scores and pages of each document in the file against those of the document alone; nothing where the file is parted otherwise. */
export async function compared(file: JoinedFile, engine: Engine, schema: Schema): Promise<Comparison> {
  const starts = startsOf(file);
  const parts = file.parts.map(({ document }) => document);
  const { documents = [] } = await engine.extract({ file, schema });
  if (documents.map(({ pages }) => pages[0]).join() !== starts.join()) return { values: 0, other: [] };
  const alone = await inTurn(parts, ({ path, id }) => engine.extract({ file: { name: id, bytes: readFileSync(path) }, schema }));
  const differences = documents.map((document, index) => differenceOf(document, alone[index], (starts[index] ?? 1) - 1));
  return {
    values: differences.reduce((sum, { values }) => sum + values, 0),
    other: differences.flatMap(({ other }, index) => other.map((line) => `${parts[index]?.id}: ${line}`)),
  };
}

export function differenceOf(part: DocumentOutcome, alone: DocumentOutcome | undefined, pagesBefore: number): Comparison {
  const own = new Map((part.draft?.fields ?? []).map((field) => [field.path, shown(field, pagesBefore)]));
  const wanted = new Map((alone?.draft?.fields ?? []).map((field) => [field.path, shown(field, 0)]));
  const paths = [...new Set([...own.keys(), ...wanted.keys()])];
  const other = paths.filter((path) => own.get(path) !== wanted.get(path));
  return { values: paths.length, other: other.map((path) => `${path} ${own.get(path)} instead of ${wanted.get(path)}`) };
}

const shown = ({ value, score, page, text }: AppraisedField, pagesBefore: number): string =>
  `${JSON.stringify(value)} (${score}), ${page === undefined ? 'nowhere' : `page ${page - pagesBefore}`}: ${text}`;
