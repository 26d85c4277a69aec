import { type Cell, eventLoopYielder, type Field, type Reading, type ReadTask } from '../../../core/index.js';
import { asksForCarriage, conceptOf, identifierKind, namesCarriage, placeKind, roleOf, statementOf } from '../../../core/text.js';
import { plainCells, rowCells, taxCells } from './array-cells.js';
import { cell, type Find } from './find.js';
import { type DocumentFindings, findingsOf } from './findings.js';
import { type DocumentLayout, layOut, type SearchEffort } from './page/layout.js';
import { asChoice, choiceAlone } from './values/choices.js';
import { inCurrency } from './values/in-currency.js';
import { findStatement } from './values/statements.js';
import { findOwn } from './values/unknown-field.js';

/**
 * Reads a document by its words alone: what is printed, where it stands, and how sure that place makes the value.
 * @throws the signal's reason when it fires in between.
 */
export async function readPages({ document, fields, signal }: ReadTask, effort: SearchEffort): Promise<Reading> {
  const yieldToEventLoop = eventLoopYielder(signal);
  const layout = await layOut(document, effort, yieldToEventLoop);
  await yieldToEventLoop();
  const findings = findingsOf(layout);
  const cells: Cell[] = [];
  for (const field of fields.filter(({ path }) => !path.includes('[]'))) {
    await yieldToEventLoop();
    cells.push(cell(field, findFor(field, layout, findings)));
  }
  await yieldToEventLoop();
  return { cells: [...cells, ...rowCells(fields, findings), ...taxCells(fields, findings), ...plainCells(fields, findings)] };
}

function findFor(field: Field, layout: DocumentLayout, findings: DocumentFindings): Find | undefined {
  const statement = statementOf(field);
  if (statement) return findStatement(layout, statement) ?? findOwn(layout, field);
  const party = identifierKind(field) === 'email' ? roleOf(field) : undefined;
  if (party) return findings.email(party);
  const concept = conceptOf(field);
  const place = concept === undefined ? placeKind(field) : undefined;
  const owner = place && roleOf(field);
  if (place && owner) return findings.place(place, owner) ?? findOwn(layout, field);
  if (!concept) return findOwn(layout, field);
  const find = inCurrency(field, findings.of(concept), layout);
  if (concept === 'currency') return find;
  if (concept === 'charge' && asksForCarriage(field) && !namesCarriage(find?.quote ?? '')) return undefined;
  return asChoice(field, find) ?? (concept === 'payment_method' && field.enum ? choiceAlone(layout, field) : undefined);
}
