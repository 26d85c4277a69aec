import type { CapName } from '../../../core/contracts/cap.js';
import type { Page } from '../../../core/contracts/document.js';
import type { Cell } from '../../../core/contracts/model.js';
import { groundCell } from '../../../core/evidence/ground-cell.js';
import type { Grounded } from '../../../core/evidence/grounded.js';
import { DocumentIndex } from '../../../core/evidence/page/document-index.js';
import { parseSchema } from '../../../core/index.js';
import { template } from '../../../core/schema/path.js';
import { cell, documentOf, pageOf } from '../builders.js';

/** What one value of a reader is asked for, and what the reader says. */
export interface GroundedClaim {
  readonly page: string | Page;
  /** Properties of the schema with the field. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly value: string;
  readonly said?: Partial<Cell>;
}

/** One cell, grounded on a page of its own. */
export function groundedOn({ page, fields, path, value, said = {} }: GroundedClaim): Grounded {
  const schema = parseSchema(JSON.stringify({ type: 'object', properties: fields }));
  const field = schema.fields.find((candidate) => candidate.path === template(path));
  if (!field) throw new Error(`no field ${path}`);
  return groundCell(cell(path, value, said), field, new DocumentIndex(documentOf(page)));
}

/** The names of the caps of a class, such as `evidence`. */
export const capsOf = (claim: GroundedClaim, className: string): readonly CapName[] =>
  groundedOn(claim)
    .caps.map(({ name }) => name)
    .filter((name) => name.startsWith(`${className}.`));

/** The same page, read by OCR with one certainty for all words. */
export function scanOf(text: string, certainty: number): Page {
  const native = pageOf(text);
  return { ...native, textLayer: 'ocr', pictured: true, words: native.words.map((word) => ({ ...word, ocr: true, certainty })) };
}
