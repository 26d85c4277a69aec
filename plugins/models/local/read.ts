import { conceptOf, type Reading, type ReadTask } from '../../../core/index.js';
import type { Effort } from './effort.js';
import { cell } from './find.js';
import { findingsOf } from './findings.js';
import { layOut } from './layout.js';
import { findOwn } from './own.js';
import { rowCells } from './rows.js';

/**
 * Reads a document by its words alone: what is printed, where, and how sure the place makes it.
 * @throws the signal's reason when it fires in between.
 */
export function readPages({ document, fields, signal }: ReadTask, effort: Effort): Reading {
  const sheet = layOut(document, effort, signal);
  const findings = findingsOf(sheet);
  const cells = fields
    .filter(({ path }) => !path.includes('[]'))
    .map((field) => {
      signal.throwIfAborted();
      const concept = conceptOf(field);
      return cell(field, concept ? findings.of(concept) : findOwn(sheet, field));
    });
  return { cells: [...cells, ...rowCells(fields, findings)] };
}
