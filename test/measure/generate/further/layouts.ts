import { letter as docxLetter, printDocx } from '../../../fixtures/docx/invoice-docx.js';
import type { Invoice } from '../../../fixtures/invoice/invoice.js';
import type { PrintedRow } from '../../../fixtures/invoice/printed-text.js';
import { left, right } from '../../../fixtures/pdf/canvas.js';
import { drawDesign, type InvoiceDesign } from '../../../fixtures/pdf/design.js';
import { printPdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { letter } from '../../../fixtures/pdf/letter.js';
import { drawReceipt } from '../../../fixtures/pdf/receipt.js';
import type { TableDesign } from '../../../fixtures/pdf/table.js';
import { wording } from '../../../fixtures/wording.js';
import { sideBySide } from '../compositions/side-by-side.js';
import { typed } from '../compositions/typed.js';
import { boxed } from '../designs/boxed.js';
import { columns, rateTable } from '../designs/columns.js';
import { stacked } from '../designs/stacked.js';
import { plainTable } from '../designs/tables.js';
import { creditInPlus, receipt, type Special } from '../facts/specials.js';
import { furtherWords } from './words.js';

/** A layout of documents that say more than other invoices. */
export interface FurtherLayout {
  readonly name: string;
  readonly format: 'pdf' | 'docx';
  readonly print: (invoice: Invoice) => Promise<{ readonly bytes: Uint8Array; readonly rows: readonly PrintedRow[] }>;
  /** What the rows of the table are. */
  readonly table: 'goods' | 'services' | 'nights';
  /** Whether the total is printed in a second currency, too. */
  readonly converts?: true;
  readonly ratesApart?: true;
  readonly isReceipt?: true;
  readonly special?: Special;
}

type Content = Partial<Omit<FurtherLayout, 'name' | 'print' | 'format'>>;

const pdf = (name: string, design: InvoiceDesign, content: Content = {}): FurtherLayout => ({
  name,
  format: 'pdf',
  table: 'goods',
  print: (invoice) => printPdf(invoice, (given, canvas) => drawDesign(design, given, canvas)),
  ...content,
});

const docx = (name: string, composition: typeof docxLetter, content: Content = {}): FurtherLayout => ({
  name,
  format: 'docx',
  table: 'goods',
  print: (invoice) => printDocx(invoice, composition),
  ...content,
});

const wordsOf = ({ language }: Invoice) => furtherWords[language === 'ar' ? 'en' : language];

/** The amount before and after tax beside each other. */
const netAndGross: TableDesign = {
  columns: { description: left + 8, quantity: 300, taxRate: 360, amount: 450, gross: right - 8 },
  wrapAt: 40,
  numbersBeside: 'first',
  heads: { amount: ({ language }) => wording[language].base },
};

/** The amount in the currency of the document and in another. */
const twoCurrencies: TableDesign = {
  columns: { description: left + 8, quantity: 300, amount: 430, exchanged: right - 8 },
  wrapAt: 40,
  numbersBeside: 'first',
  heads: { amount: ({ language, currency }) => `${wording[language].amount} ${currency}` },
};

const services: TableDesign = { ...plainTable, heads: { description: (invoice) => wordsOf(invoice).service } };

const nights: TableDesign = {
  columns: { description: left + 8, amount: right - 8 },
  wrapAt: 48,
  numbersBeside: 'first',
  heads: { description: (invoice) => wordsOf(invoice).night },
};

export const furtherLayouts: readonly FurtherLayout[] = [
  pdf('letter', letter),
  pdf('stacked', stacked, { converts: true }),
  pdf('boxed', boxed),
  pdf('columns', columns),
  pdf('net-and-gross', { ...letter, table: netAndGross }),
  pdf('net-and-gross-stacked', { ...stacked, table: netAndGross }),
  pdf('amounts-in-two-currencies', { ...stacked, table: twoCurrencies }, { converts: true }),
  pdf('services', { ...columns, table: services }, { table: 'services' }),
  pdf('nights', { ...letter, table: nights }, { table: 'nights' }),
  pdf('nights-boxed', { ...boxed, table: nights }, { table: 'nights' }),
  pdf('rates-apart', { ...columns, closing: rateTable }, { ratesApart: true }),
  pdf('credit-note', letter, { special: creditInPlus }),
  { ...pdf('receipt', letter), isReceipt: true, print: (invoice) => printPdf(invoice, drawReceipt('two lines')), special: receipt },
  docx('docx-letter', docxLetter),
  docx('docx-side-by-side', sideBySide, { converts: true }),
  docx('docx-typed', typed),
];
