import type { Field } from '../../../core/index.js';
import { type ColumnConcept, conceptOf, fieldLabels, labelIn, readingsIn, squash } from '../../../core/text.js';
import type { RateTax } from './amounts/taxes.js';
import { type Find, quoteOf } from './find.js';
import type { TakenValue, WantedValue } from './page/label-places.js';
import type { DocumentLayout } from './page/layout.js';
import { type Paired, pairs } from './page/pairing.js';
import type { ItemTable } from './table/table.js';
import { everyContact } from './values/contacts.js';
import { takeDate } from './values/dates.js';
import { takeIdentifier } from './values/identifiers.js';
import { takerFor, takeText } from './values/unknown-field.js';

/** The parts of a document that may state one thing several times. */
export interface ValueSources {
  readonly layout: DocumentLayout;
  readonly table: ItemTable | undefined;
  readonly taxes: readonly RateTax[];
}

/** Every value of a field that a document may state several times: in document order, without duplicates. */
export function findAll(field: Field, { layout, table, taxes }: ValueSources): readonly Find[] {
  const concept = conceptOf(field);
  if (concept === 'tax_rate') return distinct([...taxes.flatMap(({ rate }) => rate ?? []), ...columnOf('line_tax_rate', table)], numberIn);
  if (concept === 'iban' || concept === 'email' || concept === 'website') return distinct(everyContact(layout, concept));
  const wanted: WantedValue = {
    concepts: [concept ?? 'own'],
    own: { ...(concept && { concept }), words: fieldLabels(field) },
    take: takeFor(field),
  };
  const paired = pairs(layout, wanted)
    .filter(({ rank }) => rank >= minRank)
    .toSorted((a, b) => a.line.number - b.line.number || a.taken.from - b.taken.from);
  return distinct([...paired.flatMap((pair) => listed(pair, wanted)), ...underHeader(field, table)]);
}

/** Pairs below this rank are too weak to count as one of several values. */
const minRank = 2;

function takeFor(field: Field): WantedValue['take'] {
  const concept = conceptOf(field);
  if (concept?.endsWith('_date')) return takeDate;
  const take = takerFor(field);
  return take === takeText ? (line, from, to) => takeIdentifier(line, from, to) ?? take(line, from, to) : take;
}

/** A value and those listed after it: `4711, 4712 and 4713`. */
function listed({ line, label, labelLine, taken }: Paired, { take }: WantedValue): readonly Find[] {
  const all: TakenValue[] = [taken];
  const end = line.phrases.find(({ from, to }) => from <= taken.from && taken.from < to)?.to ?? taken.to;
  for (let at = taken.to; at < end; ) {
    const [before = '', here = ''] = [line.words[at - 1]?.text, line.words[at]?.text];
    const isJoint = joint.test(here);
    const next = isJoint || /[,;/]$/.test(before) ? take(line, isJoint ? at + 1 : at, end) : undefined;
    if (!next) break;
    all.push(next);
    at = next.to;
  }
  const last = all.at(-1) ?? taken;
  const quote = line === labelLine ? quoteOf(line, label, last) : quoteOf(line, taken, last);
  return all.map(({ value }): Find => ({ value, page: line.page, quote, confidence: 'likely', reason: 'exact' }));
}

const joint = /^(?:[,;/&+]|and|und|et|y|e|en|och|i)$/i;

const columnOf = (concept: ColumnConcept, table: ItemTable | undefined): readonly Find[] =>
  (table?.items ?? []).flatMap(({ cells }) => findOf(cells[concept], table));

/** The values of the column whose header consists of the field's own words. */
function underHeader(field: Field, table: ItemTable | undefined): readonly Find[] {
  const own = { words: fieldLabels(field) };
  const column = table?.headers.findIndex((header) => labelIn(header, own)?.concept === 'own') ?? -1;
  return (table?.items ?? []).flatMap(({ columns }) => findOf(columns[column], table));
}

const findOf = (cell: ItemTable['items'][number]['columns'][number], table: ItemTable | undefined): readonly Find[] =>
  cell ? [{ value: cell.value, page: cell.line.page, quote: cell.quote, confidence: table?.confidence ?? 'unsure', reason: 'exact' }] : [];

/** `19 %` and `19,00%` are the same rate. */
const numberIn = (printed: string): string => String(readingsIn(printed.replace('%', '').trim(), undefined)[0] ?? printed);

/** The first find of each distinct value. */
const distinct = (finds: readonly Find[], keyOf: (value: string) => string = squash): readonly Find[] =>
  [...Map.groupBy(finds, ({ value }) => keyOf(value)).values()].flatMap(([first]) => first ?? []);
