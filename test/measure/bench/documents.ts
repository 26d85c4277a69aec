import { paragraph, rawDocx, table, row as tableRow } from '../../plugins/converters/raw-docx.js';
import { at, rawPdf } from '../../plugins/converters/raw-pdf.js';

const rowHeight = 12;
const top = 770;
/** With 55 rows a page, 5,000 rows stay within the page limit of 100. */
const mostRows = 55;

/** An invoice with twenty rows on each page. Each `edition` has other content, because parts of a recent document are cached. */
export const pagesOf = (pages: number, edition = 0): Uint8Array => invoiceOf(pages * 20, 20, edition);

/** An invoice with full pages. */
export const rowsOf = (rows: number, edition = 0): Uint8Array => invoiceOf(rows, mostRows, edition);

/** The same rows as one table in a DOCX. */
export function docxOf(rows: number, edition = 0): Promise<Uint8Array> {
  const lines = linesOf(rows, edition);
  const items = table(
    tableRow('Description', 'Qty', 'Unit price', 'Amount'),
    ...lines.map(({ text, quantity, price, amount }) => tableRow(text, String(quantity), money(price), money(amount))),
    tableRow('Total EUR', '', '', money(totalOf(lines))),
  );
  return rawDocx(headLines.map((text) => paragraph(text)).join('') + items);
}

/** An invoice with so many rows in all, and on each page. */
export function invoiceOf(rows: number, each: number, edition: number): Uint8Array {
  const lines = linesOf(rows, edition);
  const pages = Array.from({ length: Math.ceil(rows / each) }, (_, page) => {
    const own = lines.slice(page * each, (page + 1) * each);
    const last = (page + 1) * each >= rows;
    return {
      content: [
        page === 0 ? head : '',
        columns,
        ...own.map(row),
        last ? foot(totalOf(lines), top - (own.length + 2) * rowHeight) : '',
      ].join(''),
    };
  });
  return rawPdf(pages);
}

export interface BenchLine {
  readonly text: string;
  readonly quantity: number;
  /** In cents, like the amount. */
  readonly price: number;
  readonly amount: number;
}

/** Each row has a quantity, a price and their product, and all rows add up, so that the reader has to check each one. */
export const linesOf = (rows: number, edition: number): readonly BenchLine[] =>
  Array.from({ length: rows }, (_, index) => {
    const [quantity, price] = [1 + ((index + edition) % 9), 100 + ((index * 37 + edition * 101) % 900)];
    return { quantity, price, amount: quantity * price, text: `Article ${edition * rows + index + 1} of the order` };
  });

export const totalOf = (lines: readonly BenchLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

const headLines = ['Brightwater Print Ltd, 14 Mill Lane, Westport', 'Invoice number BW-77', 'Date 12 March 2026'] as const;
const head = at(40, 820, headLines[0], 10) + at(300, 800, headLines[1], 10) + at(430, 800, headLines[2], 10);
const columns =
  at(40, top + rowHeight, 'Description', 9) +
  at(300, top + rowHeight, 'Qty', 9) +
  at(380, top + rowHeight, 'Unit price', 9) +
  at(480, top + rowHeight, 'Amount', 9);

function row({ quantity, price, amount, text }: BenchLine, index: number): string {
  const y = top - index * rowHeight;
  return at(40, y, text, 9) + at(300, y, String(quantity), 9) + at(380, y, money(price), 9) + at(480, y, money(amount), 9);
}

const foot = (total: number, y: number): string => at(380, y, 'Total EUR', 9) + at(480, y, money(total), 9);

export const money = (cents: number): string => (cents / 100).toFixed(2);
