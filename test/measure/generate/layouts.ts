import { letter as docxLetter, printDocx } from '../../fixtures/docx/invoice-docx.js';
import type { Invoice } from '../../fixtures/invoice/invoice.js';
import type { PrintedRow } from '../../fixtures/invoice/printed-text.js';
import { drawDesign, type InvoiceDesign } from '../../fixtures/pdf/design.js';
import { printPdf } from '../../fixtures/pdf/invoice-pdf.js';
import { letter } from '../../fixtures/pdf/letter.js';
import { drawReceipt, type ReceiptItems } from '../../fixtures/pdf/receipt.js';
import { sideBySide } from './compositions/side-by-side.js';
import { typed } from './compositions/typed.js';
import { boxed } from './designs/boxed.js';
import { columns, rateTable } from './designs/columns.js';
import { stacked } from './designs/stacked.js';
import { discountTable, grossTable, lowTable, narrowTable } from './designs/tables.js';
import type { Extent } from './facts/facts.js';
import * as special from './facts/specials.js';

/** A layout: its drawing and the kind of content. */
export interface GeneratedLayout {
  readonly name: string;
  readonly format: 'pdf' | 'docx';
  readonly print: (invoice: Invoice) => Promise<{ readonly bytes: Uint8Array; readonly rows: readonly PrintedRow[] }>;
  readonly special: special.Special;
  readonly extent: Extent;
  /** Whether labels are written from right to left. */
  readonly fromRight?: true;
}

type LayoutContent = Partial<Pick<GeneratedLayout, 'special' | 'extent' | 'fromRight'>>;

const few: Extent = { lines: [2, 7] };
const printed = (
  name: string,
  print: GeneratedLayout['print'],
  format: GeneratedLayout['format'],
  content: LayoutContent,
): GeneratedLayout => ({
  name,
  print,
  format,
  special: special.none,
  extent: few,
  ...content,
});
const pdf = (name: string, design: InvoiceDesign, content: LayoutContent = {}): GeneratedLayout =>
  printed(name, (invoice) => printPdf(invoice, (given, canvas) => drawDesign(design, given, canvas)), 'pdf', content);
const receipt = (name: string, items: ReceiptItems, content: LayoutContent = {}): GeneratedLayout =>
  printed(name, (invoice) => printPdf(invoice, drawReceipt(items)), 'pdf', { special: special.receipt, ...content });
const docx = (name: string, composition: typeof docxLetter, content: LayoutContent = {}): GeneratedLayout =>
  printed(name, (invoice) => printDocx(invoice, composition), 'docx', content);

export const layouts: readonly GeneratedLayout[] = [
  pdf('letter', letter),
  pdf('label-left', stacked),
  pdf('label-above', boxed),
  pdf('two-columns', columns),
  pdf('wrapped-rows', { ...stacked, table: narrowTable }, { extent: { ...few, longDescriptions: true } }),
  pdf('wrapped-rows-numbers-low', { ...letter, table: lowTable }, { extent: { ...few, longDescriptions: true } }),
  pdf('carried-forward', letter, { extent: { lines: [26, 55] } }),
  pdf('totals-on-page-2', { ...columns, totalsApart: true }, { extent: { lines: [8, 20] } }),
  pdf('long-table', columns, { extent: { lines: [300, 300] } }),
  pdf('several-rates', letter, { special: special.severalRates, extent: { lines: [3, 8] } }),
  pdf('rate-table', { ...columns, closing: rateTable }, { special: special.ratesInATable, extent: { lines: [3, 8] } }),
  pdf('line-discounts', { ...boxed, table: discountTable }, { special: special.lineDiscounts }),
  pdf('total-discount', stacked, { special: special.discount }),
  pdf('shipping', columns, { special: special.shipping }),
  pdf('discount-and-shipping', letter, { special: special.discountAndShipping }),
  pdf('tax-inclusive', { ...letter, table: grossTable }, { special: special.taxInclusive }),
  pdf('reverse-charge', columns, { special: special.reverseCharge }),
  pdf('deposit', boxed, { special: special.deposit }),
  pdf('two-currencies', stacked, { special: special.twoCurrencies }),
  receipt('receipt-one-line', 'one line'),
  receipt('receipt-two-lines', 'two lines'),
  receipt('receipt-tax-class', 'tax class'),
  receipt('receipt-quantity-above', 'quantity above'),
  receipt('receipt-name-above', 'name above'),
  receipt('receipt-name-below', 'name below'),
  receipt('receipt-weighed', 'name above', { special: special.weighed }),
  receipt('receipt-discounts', 'two lines', { special: special.receiptDiscounts }),
  pdf('credit-in-minus', letter, { special: special.creditInMinus }),
  pdf('credit-in-plus', columns, { special: special.creditInPlus }),
  pdf('wrong-total', columns, { special: special.wrongTotal }),
  pdf('kerning-gaps', letter, { special: special.torn }),
  pdf('rotated', boxed, { special: special.turned }),
  pdf('hidden-total', letter, { special: special.hiddenTotal }),
  pdf('watermark-copy', { ...stacked, watermark: (words) => words.copy }),
  pdf('watermark-paid', { ...columns, watermark: (words) => words.paid }),
  docx('docx-letter', docxLetter),
  docx('docx-side-by-side', sideBySide, { special: special.deposit }),
  docx('docx-typed', typed, { special: special.shipping }),
  docx('docx-hidden-total', docxLetter, { special: special.hiddenTotal }),
  docx('right-to-left', sideBySide, { fromRight: true }),
];
