import type { DocumentContent, Page, StatedInvoice, StatedValues, Word } from '../../core/index.js';
import type { Concept } from '../../core/text.js';
import { type ParserTask, pagesOf, RefusalError, type RefusalReason } from '../sandbox/protocol.js';
import { type EInvoice, eInvoiceIn, invoiceOf, type Statements } from './statements.js';
import { bounds, type XmlFault } from './syntaxes.js';
import { type XmlElement, XmlRefused } from './xml-tree.js';

/** Prints an invoice in XML as pages. @throws RefusalError with the reason. */
export async function readXml({ bytes, limits }: ParserTask): Promise<DocumentContent> {
  const listing = listingOf(requiredInvoice(bytes));
  const pages = listing.pages.map((lines, index) => printed(lines, index + 1));
  const characters = pages.flatMap(({ words }) => words).reduce((sum, { text }) => sum + text.length + 1, 0);
  const chargedPages = pagesOf(characters);
  if (chargedPages > (limits['maxPages'] ?? 0)) throw new RefusalError('pages', chargedPages);
  return { pages, attachments: [{ name: 'invoice.xml', bytes }], stated: listing.stated, chargedPages };
}

/** @throws RefusalError */
function requiredInvoice(bytes: Uint8Array): EInvoice {
  try {
    const found = eInvoiceIn(bytes);
    if (found) return found;
  } catch (error) {
    throw error instanceof XmlRefused ? refusalOf(error.fault) : error;
  }
  throw new RefusalError('unreadable');
}

const refusalOf = (fault: XmlFault): RefusalError =>
  new RefusalError(reasons[fault], fault === 'bytes' ? bounds.bytes / 2 ** 20 : undefined);

const reasons: Readonly<Record<XmlFault, RefusalReason>> = {
  doctype: 'dtd',
  malformed: 'unreadable',
  encoding: 'unreadable',
  bytes: 'part',
  elements: 'elements',
  levels: 'levels',
  namespace: 'unreadable',
};

/** A printed line: texts with the column that each begins in, counted in characters. */
type ListedLine = readonly { readonly column: number; readonly text: string }[];

/** The names of what is printed, in their order. A tax id without more is the seller's. */
const headings = namesIn({
  invoice_number: 'Invoice number',
  issue_date: 'Invoice date',
  due_date: 'Due date',
  delivery_date: 'Delivery date',
  order_number: 'Order number',
  currency: 'Currency',
  seller_name: 'Seller',
  seller_tax_id: 'Seller VAT ID',
  buyer_name: 'Buyer',
  buyer_tax_id: 'Buyer VAT ID',
  iban: 'IBAN',
  bic: 'BIC',
});
const columns = namesIn({
  line_position: 'Pos.',
  line_code: 'Item no.',
  line_description: 'Description',
  line_quantity: 'Quantity',
  line_unit_price: 'Unit price',
  line_tax_rate: 'VAT %',
  line_amount: 'Amount',
});
const sums = namesIn({
  discount: 'Discount',
  charge: 'Charges',
  subtotal: 'Subtotal',
  tax_rate: 'VAT rate',
  tax: 'VAT amount',
  rounding: 'Rounding',
  total: 'Total',
  prepaid: 'Amount paid',
  amount_due: 'Amount due',
});

function namesIn(names: Readonly<Partial<Record<Concept, string>>>): readonly (readonly [Concept, string])[] {
  return Object.entries(names) as [Concept, string][];
}

/** The column of the values beside their names, and the space between two columns of a table. */
const valueColumn = 24;
const gap = 4;

interface Listing {
  readonly pages: readonly (readonly ListedLine[])[];
  readonly stated: StatedInvoice;
}

/**
 * Two pages: first the values whose meaning is known, by English names, as a document would show them, all of them where there are several; then every element that has text, in
 * the order of the file and by its path.
 */
function listingOf({ root, syntax }: EInvoice): Listing {
  const { header, several, lines } = invoiceOf(root, syntax, 'stating');
  const beside = (names: typeof headings): readonly ListedLine[] =>
    names.flatMap(([concept, name]) => {
      const values = several.get(concept) ?? [header.get(concept) ?? []].flat();
      return values.map((value) => [at(0, name), at(valueColumn, value)]);
    });
  const rows = lines.map((line) => columns.map(([concept]) => line.get(concept) ?? ''));
  const listed = rows.length === 0 ? [] : tableOf([columns.map(([, name]) => name), ...rows]);
  return {
    pages: [
      [...beside(headings), [], ...listed, [], ...beside(sums)],
      [...elementsWithText(root, '')].map(([path, text]) => [at(0, path), at(path.length + gap, text)]),
    ],
    stated: { header: statedBeside(header), lines: lines.map(statedInRow) },
  };
}

/** The tax id without more is printed as the seller's. */
function statedBeside(header: Statements): StatedValues {
  const nameOf = new Map([...headings, ...sums]);
  const shownAs = (concept: Concept): string | undefined => nameOf.get(concept === 'tax_id' ? 'seller_tax_id' : concept);
  return new Map(
    [...header].flatMap(([concept, value]) => {
      const name = shownAs(concept);
      return name === undefined ? [] : [[concept, { value, page: 1, quote: `${name} ${value}` }] as const];
    }),
  );
}

function statedInRow(line: Statements): StatedValues {
  const quote = columns.flatMap(([concept]) => line.get(concept) ?? []).join(' ');
  return new Map([...line].map(([concept, value]) => [concept, { value, page: 1, quote }]));
}

const at = (column: number, text: string) => ({ column, text });

/** Rows with their cells one below the other; columns without any value are left out. */
function tableOf([names = [], ...rows]: readonly (readonly string[])[]): readonly ListedLine[] {
  const widths = names.map((name, column) => {
    const longest = Math.max(...rows.map((row) => row[column]?.length ?? 0));
    return longest === 0 ? 0 : Math.max(longest, name.length) + gap;
  });
  const starts = widths.map((_, column) => widths.slice(0, column).reduce((sum, width) => sum + width, 0));
  return [names, ...rows].map((row) =>
    row.flatMap((text, column) => (text === '' || widths[column] === 0 ? [] : [at(starts[column] ?? 0, text)])),
  );
}

function* elementsWithText({ name, attributes, text, children }: XmlElement, above: string): Generator<readonly [string, string]> {
  const path = above === '' ? name : `${above}/${name}`;
  const own = text.trim().replace(/\s+/g, ' ');
  const unit = attributes['currencyID'] ?? attributes['unitCode'];
  if (own !== '') yield [path, unit === undefined ? own : `${own} ${unit}`];
  for (const child of children) yield* elementsWithText(child, path);
}

/** Of a typewriter, in points. */
const character = { width: 6, height: 10 };
const lineHeight = 15;
const margin = 50;

/** Prints lines on one page, as long and as wide as they need. */
export function printed(lines: readonly ListedLine[], number: number): Page {
  const words = lines.flatMap((line, index) => line.flatMap(({ column, text }) => wordsOf(text, column, margin + index * lineHeight)));
  const right = words.reduce((most, { box }) => Math.max(most, box.x + box.width), 0);
  return {
    number,
    width: Math.max(595, right + margin),
    height: Math.max(842, lines.length * lineHeight + 2 * margin),
    textLayer: words.length > 0 ? 'native' : 'none',
    words,
    hidden: [],
  };
}

const wordsOf = (text: string, column: number, y: number): readonly Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    box: { x: margin + (column + index) * character.width, y, width: word.length * character.width, height: character.height },
    ocr: false,
  }));
