import type { Invoice, InvoiceParty } from '../../../fixtures/invoice/invoice.js';
import { information, printedAmount, totalsRows } from '../../../fixtures/invoice/printed-data.js';
import { left, right } from '../../../fixtures/pdf/canvas.js';
import type { InvoiceDesign, TotalsDesign } from '../../../fixtures/pdf/design.js';
import { colours, type DrawnSheet } from '../../../fixtures/pdf/sheet.js';
import { drawTerms } from '../../../fixtures/pdf/totals.js';
import { titleOf, wording } from '../../../fixtures/wording.js';
import { plainTable } from './tables.js';

const valueAt = left + 130;
const lineHeight = 15;

/** Everything in one column at the left, each value after its label and a colon. */
const totalsAtLeft: TotalsDesign = {
  height: (invoice) => totalsRows(invoice).length * lineHeight + 80,
  draw: (sheet, invoice, top) => {
    const rows = totalsRows(invoice);
    rows.forEach((row, index) => {
      const { text, states = {} } = printedAmount(row, invoice);
      const y = top + 24 + index * lineHeight;
      sheet.text(`${row.label}:`, left, y, { bold: row.strong });
      sheet.text(text, left + 330, y, { bold: row.strong, align: 'right', states });
    });
    drawTerms(sheet, invoice, top + 40 + rows.length * lineHeight);
  },
};

export const stacked: InvoiceDesign = {
  head: (sheet, invoice) => {
    const words = wording[invoice.language];
    let y = 60;
    sheet.text(titleOf(invoice), left, y, { size: 20, bold: true });
    y = drawLines(sheet, partyLines(invoice.seller, 'seller_name'), y + 26);
    y = drawLabelled(sheet, sellerRows(invoice), y + 6);
    y = drawLabelled(sheet, information(invoice), y + 8);
    if (invoice.buyer) {
      sheet.text(`${words.billTo}:`, left, y + 12, { bold: true });
      y = drawLines(sheet, partyLines(invoice.buyer, 'buyer_name'), y + 12 + lineHeight);
    }
    return y + 6;
  },
  table: plainTable,
  closing: totalsAtLeft,
  foot: (sheet, _, pageOf) => sheet.text(pageOf, right, 826, { size: 7.5, colour: colours.grey, align: 'right' }),
};

interface LabelledRow {
  readonly label: string;
  readonly value: { readonly text: string; readonly states?: Readonly<Record<string, string>> };
}

const partyLines = (party: InvoiceParty, leaf: string): readonly LabelledRow['value'][] => [
  { text: party.name, states: { [leaf]: party.name } },
  ...party.address.map((text) => ({ text })),
];

function sellerRows({ seller, language }: Invoice): readonly LabelledRow[] {
  const words = wording[language];
  const rows: readonly (readonly [string, string | undefined])[] = [
    [words.taxId, seller.taxId],
    ['IBAN', seller.iban],
    ['E-mail', seller.email],
  ];
  return rows.flatMap(([label, text]) => (text === undefined ? [] : [{ label, value: { text } }]));
}

function drawLines(sheet: DrawnSheet, lines: readonly LabelledRow['value'][], top: number): number {
  lines.forEach(({ text, states = {} }, index) => {
    sheet.text(text, left, top + index * lineHeight, { states });
  });
  return top + lines.length * lineHeight;
}

function drawLabelled(sheet: DrawnSheet, rows: readonly LabelledRow[], top: number): number {
  rows.forEach(({ label, value: { text, states = {} } }, index) => {
    const y = top + index * lineHeight;
    sheet.text(`${label}:`, left, y, { colour: colours.grey });
    sheet.text(text, valueAt, y, { states });
  });
  return top + rows.length * lineHeight;
}
