import type { Cell, Field, Reading, ReadTask } from '../../../core/index.js';
import { eventLoopYielder, statementOf } from '../../../core/internal.js';
import { conceptOf } from '../../../core/text.js';
import { plainCells, rowCells, taxCells } from './array-cells.js';
import { cell, type Find } from './find.js';
import { type Findings, findingsOf } from './findings.js';
import { type Effort, layOut, type Sheet } from './page/layout.js';
import { asChoice, choiceAlone } from './values/choices.js';
import { findStatement } from './values/statements.js';
import { findOwn } from './values/unknown-field.js';

/**
 * Reads a document by its words alone: what is printed, where, and how sure the place makes it.
 * @throws the signal's reason when it fires in between.
 */
export async function readPages({ document, fields, signal }: ReadTask, effort: Effort): Promise<Reading> {
  const yieldToEventLoop = eventLoopYielder(signal);
  const sheet = await layOut(document, effort, yieldToEventLoop);
  await yieldToEventLoop();
  const findings = findingsOf(sheet);
  const cells: Cell[] = [];
  for (const field of fields.filter(({ path }) => !path.includes('[]'))) {
    await yieldToEventLoop();
    cells.push(cell(field, findFor(field, sheet, findings)));
  }
  await yieldToEventLoop();
  return { cells: [...cells, ...rowCells(fields, findings), ...taxCells(fields, findings), ...plainCells(fields, findings)] };
}

function findFor(field: Field, sheet: Sheet, findings: Findings): Find | undefined {
  const statement = statementOf(field);
  if (statement) return findStatement(sheet, statement) ?? findOwn(sheet, field);
  const concept = conceptOf(field);
  if (!concept) return findOwn(sheet, field);
  const find = findings.of(concept);
  if (concept === 'currency') return find;
  return asChoice(field, find) ?? (concept === 'payment_method' && field.enum ? choiceAlone(sheet, field) : undefined);
}
