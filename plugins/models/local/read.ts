import { type Cell, eventLoopYielder, type Field, type Reading, type ReadTask } from '../../../core/index.js';
import {
  asksForCarriage,
  choiceIn,
  conceptOf,
  identifierKind,
  indexDocument,
  letters,
  namesCarriage,
  placeKind,
  roleIn,
  roleOf,
  statementOf,
} from '../../../core/text.js';
import { amountsOn } from './amounts/labelled-amounts.js';
import { emptyArrays, plainCells, rowCells, taxCells } from './array-cells.js';
import { cell, doubtful, type Find } from './find.js';
import { type DocumentFindings, findingsOf } from './findings.js';
import { type DocumentLayout, type SearchEffort } from './layout.js';
import { doubtNulls, unexplained } from './missed.js';
import { headersOf } from './table/header.js';
import { inCurrency } from './values/currency.js';
import { findStatement } from './values/statements.js';
import { findOwn } from './values/unknown-field.js';

/**
 * Reads a document by its words alone: what is printed, where it stands, and how sure that place makes the value.
 * @throws the signal's reason when it fires in between.
 */
export async function readPages({ document, fields, signal }: ReadTask, effort: SearchEffort): Promise<Reading> {
  const yieldToEventLoop = eventLoopYielder(signal);
  const index = indexDocument(document);
  for (const line of index.lines) {
    await yieldToEventLoop();
    // Labels are found once a phrase, and amounts once a line; here, so that other requests run in between.
    for (const { labels } of line.phrases) void labels;
    amountsOn(line, index.style);
  }
  const layout = { index, lines: index.lines, effort, heads: new Set<number>(), body: new Set<number>() };
  const findings = findingsOf(layout, await headersOf(layout, index.style, yieldToEventLoop));
  await yieldToEventLoop();
  const found: Cell[] = [];
  for (const field of fields.filter(({ path }) => !path.includes('[]'))) {
    await yieldToEventLoop();
    found.push(cell(field, findFor(field, layout, findings)));
  }
  const cells = doubtShared(found, fields);
  await yieldToEventLoop();
  const rows = [...rowCells(fields, findings, layout), ...taxCells(fields, findings), ...plainCells(fields, findings)];
  const isLeft = unexplained([...cells, ...rows], findings);
  return { cells: [...doubtNulls(cells, fields, isLeft), ...rows], empty: emptyArrays(fields, rows, isLeft) };
}

function findFor(field: Field, layout: DocumentLayout, findings: DocumentFindings): Find | undefined {
  if (statementOf(field)) return findStatement(layout, field) ?? findOwn(layout, field);
  const party = identifierKind(field) === 'email' ? roleOf(field) : undefined;
  if (party) return findings.email(party);
  const concept = conceptOf(field);
  const place = concept === undefined ? placeKind(field) : undefined;
  const owner = place && (roleOf(field) ?? (isOfDelivery(field) ? 'delivery' : undefined));
  if (place && owner) return findings.place(place, owner) ?? findOwn(layout, field);
  const kind = identifierKind(field);
  if (!concept) return (kind === 'iban' || kind === 'bic' ? findings.of(kind) : undefined) ?? findOwn(layout, field);
  const find = inCurrency(field, findings.of(concept), layout);
  if (concept === 'currency') return find;
  if (concept === 'charge' && asksForCarriage(field) && !namesCarriage(find?.quote ?? '')) return undefined;
  return asChoice(field, find) ?? (concept === 'payment_method' && field.enum ? choiceAlone(layout, field) : undefined);
}

/** Whether a container's name is a heading of who gets the goods: `ship_to`. */
const isOfDelivery = ({ names }: Field): boolean => roleIn((names.at(-2) ?? '').replace(/(\p{Ll})(\p{Lu})|_/gu, '$1 $2')) === 'delivery';

/** Doubts values that fields of unknown concepts have found in one place: it answers one of them, `sender.register` or `receiver.register`. */
function doubtShared(cells: readonly Cell[], fields: readonly Field[]): readonly Cell[] {
  const own = new Set(fields.filter((field) => conceptOf(field) === undefined).map(({ path }) => path));
  const placeOf = ({ path, value, page, quote }: Cell): string | undefined =>
    value !== null && own.has(path) ? JSON.stringify([value, page, quote]) : undefined;
  const byPlace = Map.groupBy(cells, placeOf);
  return cells.map((given) => {
    const place = placeOf(given);
    const isShared = place !== undefined && (byPlace.get(place)?.length ?? 0) > 1;
    return isShared ? { ...given, confidence: 'unsure', reason: 'multiple' } : given;
  });
}

/**
 * Turns a find into the choice of the field that its words mean. A find that means no choice is dropped; fields without choices keep
 * theirs.
 */
export function asChoice(field: Field, find: Find | undefined): Find | undefined {
  const choices = field.enum?.filter((choice) => typeof choice === 'string');
  if (!choices || !find) return find;
  const same = choices.find((choice) => choice.toLowerCase() === find.value.toLowerCase());
  const value = same ?? choiceIn(find.value, choices);
  return value === undefined ? undefined : { ...find, value };
}

/** A choice that stands alone in a phrase anywhere, such as `Kartenzahlung`. Doubtful where the document names several. */
export function choiceAlone(layout: DocumentLayout, { enum: given = [] }: Field): Find | undefined {
  const choices = given.filter((choice) => typeof choice === 'string');
  const found = layout.lines.flatMap((line) =>
    line.phrases.flatMap(({ text }): readonly Find[] => {
      const value = letters(text) <= maxLetters ? choiceIn(text, choices) : undefined;
      return value === undefined ? [] : [{ value, page: line.page, quote: text, confidence: 'unsure', reason: 'header' }];
    }),
  );
  const [first] = found;
  return first && found.some(({ value }) => value !== first.value) ? doubtful(first) : first;
}

/** Longer phrases are sentences, which may merely offer ways to pay. */
const maxLetters = 20;
