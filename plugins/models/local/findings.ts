import { decimal, type Field, once } from '../../../core/index.js';
import {
  type ColumnConcept,
  type Concept,
  conceptKind,
  conceptOf,
  fieldLabels,
  isTableHeader,
  labelIn,
  labelsIn,
  type PageLine,
  type PlaceKind,
  readingsIn,
  squash,
} from '../../../core/text.js';
import { type SumConcept, sumConcepts } from './amounts/sum-parts.js';
import { findRate, findTaxes, type RateTax } from './amounts/taxes.js';
import { type DocumentTotals, findTotals } from './amounts/totals.js';
import { type Find, quoteOf } from './find.js';
import type { TakenValue, WantedValue } from './label-places.js';
import { type DocumentLayout, phraseAt } from './layout.js';
import { best, type Paired, pairs, wholeText } from './pairing.js';
import { blocksOf } from './parties/blocks.js';
import { findParties } from './parties/parties.js';
import { addressOf, addressPartOf, emailOf, taxIdOf } from './parties/party-details.js';
import { headed } from './parties/party-headings.js';
import { withCounts } from './table/counted-names.js';
import { headLines, type TableHeader } from './table/header.js';
import { headerlessTable } from './table/headerless-table.js';
import { bodyLines, findTable, gridsOf, type ItemTable } from './table/table.js';
import { everyContact, findContact, isFax, takePhone } from './values/contacts.js';
import { findCurrency } from './values/currency.js';
import { findDate, takeDate } from './values/dates.js';
import { findIdentifier, takeIdentifier, titleNumber } from './values/identifiers.js';
import { findTitle } from './values/statements.js';
import { takerFor, takeText } from './values/unknown-field.js';

/** What a document says. Each value is searched for when it is first asked for. */
export interface DocumentFindings {
  /** The layout, with the rows of its tables. */
  readonly layout: DocumentLayout;
  /** Undefined where the document does not say, or where no finder exists for the concept. */
  of(concept: Concept): Find | undefined;
  table(): ItemTable | undefined;
  /** The mailbox of a party. */
  email(party: 'seller' | 'buyer'): Find | undefined;
  /** A part of a party's address, such as its town. */
  place(kind: PlaceKind, party: 'seller' | 'buyer' | 'delivery'): Find | undefined;
  /** Every value of a field that a document may state several times. */
  all(field: Field): readonly Find[];
  /** One entry for each tax rate. */
  taxes(): readonly RateTax[];
}

export function findingsOf(plain: DocumentLayout, headers: readonly TableHeader[]): DocumentFindings {
  const { style } = plain.index;
  const heads = { ...plain, heads: headLines(headers) };
  const grids = gridsOf(heads, headers, style);
  const layout = { ...heads, body: bodyLines(grids) };
  const totals = once((): DocumentTotals => findTotals(layout, style));
  const blocks = once(() => blocksOf(layout, layout.index.firstPage));
  const parties = once(() => findParties(layout, blocks()));
  const finders: Readonly<Partial<Record<Concept, () => Find | undefined>>> = {
    ...fromTotals((concept) => totals().finds[concept]),
    invoice_number: () => findIdentifier(layout, 'invoice_number') ?? titleNumber(layout),
    order_number: () => findIdentifier(layout, 'order_number'),
    customer_number: () => findIdentifier(layout, 'customer_number'),
    issue_date: () => findDate(layout, 'issue_date'),
    due_date: () => findDate(layout, 'due_date'),
    delivery_date: () => findDate(layout, 'delivery_date'),
    order_date: () => findDate(layout, 'order_date'),
    currency: () => findCurrency(layout),
    seller_name: () => parties().seller?.find,
    buyer_name: () => parties().buyer?.find,
    seller_address: () => addressOf(blocks(), parties().seller),
    buyer_address: () => addressOf(blocks(), parties().buyer),
    seller_tax_id: () => taxIdOf(layout, 'seller', parties()),
    buyer_tax_id: () => taxIdOf(layout, 'buyer', parties()),
    tax_id: () => findContact(layout, 'tax_id'),
    iban: () => findContact(layout, 'iban'),
    bic: () => findContact(layout, 'bic'),
    email: () => findContact(layout, 'email'),
    phone: () => findContact(layout, 'phone'),
    website: () => findContact(layout, 'website'),
    payment_method: () => brief(best(pairs(layout, { concepts: ['payment_method'], free: true, within: 'other_amount', take: takeTerms }))),
    payment_terms: () => brief(best(pairs(layout, { concepts: ['payment_terms'], free: true, take: takeTermsOfPayment }))),
    tax_rate: () => findRate(layout, style),
    document_type: () => findTitle(layout),
  };
  const taxes = once(() => findTaxes(layout, style, totals()));
  const table = once(() => {
    const known = { ...totals(), style };
    const found = findTable(grids, known);
    return withCounts(found?.confidence === 'certain' ? found : better(found, headerlessTable(layout, known)), layout);
  });
  return {
    layout,
    of: (concept) => finders[concept]?.(),
    email: (party) => emailOf(layout, party, parties()),
    place: (kind, party) => {
      if (party !== 'delivery') return addressPartOf(blocks(), kind, { party, names: parties() });
      const receiver = headed(layout, 'delivery');
      return receiver && addressPartOf(blocks(), kind, { party: 'buyer', names: { buyer: { ...receiver, name: receiver.phrase.text } } });
    },
    all: (field) => findAll(field, { layout, table: table(), taxes: taxes() }),
    taxes,
    table,
  };
}

/** Less sure of a long text, which may go on in the next line, or say more than was asked. */
const brief = (find: Find | undefined): Find | undefined =>
  find && find.confidence === 'certain' && find.value.split(' ').length > maxBriefWords ? { ...find, confidence: 'likely' } : find;
const maxBriefWords = 8;

/** Takes words unless they go on with the label: `Terms of use`. */
function takeTerms(line: PageLine, from: number, to: number): TakenValue | undefined {
  const taken = wholeText(line, from, to);
  return taken && /^(?:&|of|and|or|for|de|du|des|del|della|der|und|zur|zum|et|y|e|van|en)\s/u.test(taken.value) ? undefined : taken;
}

/** A label beside one of terms, `Terms  Subtotal`, is that of another value. */
function takeTermsOfPayment(line: PageLine, from: number, to: number): TakenValue | undefined {
  const taken = takeTerms(line, from, to);
  return taken && labelsIn(taken.value).some((label) => label.from === 0 && label.to === taken.value.length) ? undefined : taken;
}

/**
 * Rows that add up without a header beat a table that does not add up. Where both found the same rows, or most of them and their products
 * hold, or one of the rows is the sum of the table, the table with the header wins.
 */
function better(table: ItemTable | undefined, rows: ItemTable | undefined): ItemTable | undefined {
  if (!table || !rows) return table ?? rows;
  const sum = table.items.reduce((total, { amount }) => total.plus(amount), decimal(0));
  const last = table.items.at(-1)?.line.number ?? 0;
  const isSummed =
    table.items.length > 1 && !sum.isZero() && rows.items.some(({ line, amount }) => line.number > last && amount.equals(sum));
  if (isSummed) return table.confidence === 'unsure' ? { ...table, confidence: 'likely' } : table;
  const lines = new Set(table.items.map(({ line }) => line));
  const shared = rows.items.filter(({ line }) => lines.has(line)).length;
  if (rows.confidence === 'unsure' || shared === rows.items.length) return table;
  if (table.confidence === 'likely' && shared * 2 > rows.items.length) return table;
  return rows;
}

const fromTotals = (find: (concept: SumConcept) => Find | undefined): Partial<Record<Concept, () => Find | undefined>> =>
  Object.fromEntries(sumConcepts.map((concept) => [concept, () => find(concept)]));

/** The parts of a document that may state one thing several times. */
interface ValueSources {
  readonly layout: DocumentLayout;
  readonly table: ItemTable | undefined;
  readonly taxes: readonly RateTax[];
}

/** Every value of a field that a document may state several times: in document order, without duplicates. */
function findAll(field: Field, { layout, table, taxes }: ValueSources): readonly Find[] {
  const concept = conceptOf(field);
  if (concept === 'tax_rate') return distinct([...taxes.flatMap(({ rate }) => rate ?? []), ...columnOf('line_tax_rate', table)], numberIn);
  if (concept === 'iban' || concept === 'email' || concept === 'website') return distinct(everyContact(layout, concept));
  const wanted: WantedValue = {
    concepts: [concept ?? 'own'],
    own: { ...(concept && { concept }), words: fieldLabels(field) },
    take: takeFor(field),
  };
  const paired = pairs(layout, wanted)
    .filter((pair) => pair.rank >= minRank && !isHeader(pair.labelLine, layout) && !(concept === 'phone' && isFax(pair)))
    .toSorted((a, b) => a.line.number - b.line.number || a.taken.from - b.taken.from);
  return distinct([...paired.flatMap((pair) => listed(pair, wanted)), ...underHeader(field, table)]);
}

/** Whether a line names the columns of a table, whose values `underHeader` takes. */
const isHeader = (line: PageLine, { heads, index }: DocumentLayout): boolean => {
  const row = index.rows[line.number];
  return heads.has(line.number) || (row !== undefined && isTableHeader(row));
};

/** Pairs below this rank are too weak to count as one of several values. */
const minRank = 2;

function takeFor(field: Field): WantedValue['take'] {
  const concept = conceptOf(field);
  if (concept?.endsWith('_date')) return takeDate;
  if (concept === 'phone') return takePhone;
  if (concept !== undefined && conceptKind(concept) === 'identifier') return takeIdentifier;
  const take = takerFor(field);
  return take === takeText ? (line, from, to) => longEnough(takeIdentifier(line, from, to) ?? take(line, from, to)) : take;
}

/** One or two digits are a count or an amount of something. */
const longEnough = (taken: TakenValue | undefined): TakenValue | undefined => (taken && /^\d{1,2}$/.test(taken.value) ? undefined : taken);

/** A value and those listed after it: `4711, 4712 and 4713`. */
function listed({ line, label, labelLine, taken }: Paired, { take }: WantedValue): readonly Find[] {
  const all: TakenValue[] = [taken];
  const end = phraseAt(line, taken.from)?.to ?? taken.to;
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

const distinct = (finds: readonly Find[], keyOf: (value: string) => string = squash): readonly Find[] =>
  [...Map.groupBy(finds, ({ value }) => keyOf(value)).values()].flatMap(([first]) => first ?? []);
