import { information, printedAmount, totalsRows } from '../../../fixtures/invoice/printed-data.js';
import type { PrintedText } from '../../../fixtures/invoice/printed-text.js';
import { left, right } from '../../../fixtures/pdf/canvas.js';
import type { InvoiceDesign, TotalsDesign } from '../../../fixtures/pdf/design.js';
import { letter } from '../../../fixtures/pdf/letter.js';
import { colours, type DrawnSheet } from '../../../fixtures/pdf/sheet.js';
import { drawTerms } from '../../../fixtures/pdf/totals.js';
import { titleOf, wording } from '../../../fixtures/wording.js';
import { quantityFirst } from './tables.js';

interface LabelledBox {
  readonly label: string;
  readonly value: PrintedText;
}

/** Totals in a row across the page, each under its label. */
const boxedTotals: TotalsDesign = {
  height: () => 130,
  draw: (sheet, invoice, top) => {
    const boxes = totalsRows(invoice).map((row) => ({ label: row.label, value: printedAmount(row, invoice) }));
    drawBoxes(sheet, boxes, top + 14);
    drawTerms(sheet, invoice, top + 75);
  },
};

/** Labels above their values in boxes side by side; the seller is at the right edge. */
export const boxed: InvoiceDesign = {
  head: (sheet, invoice) => {
    const { seller, buyer, language } = invoice;
    sheet.text(titleOf(invoice), left, 62, { size: 22, bold: true, colour: colours.accent });
    sheet.text(seller.name, right, 56, { size: 12, bold: true, align: 'right', states: { seller_name: seller.name } });
    [...seller.address, ...(seller.email ? [seller.email] : [])].forEach((text, index) => {
      sheet.text(text, right, 72 + index * 12, { size: 8.5, align: 'right' });
    });
    drawBoxes(sheet, information(invoice), 135);
    if (!buyer) return 200;
    sheet.text(wording[language].billTo, left, 196, { size: 7.5, colour: colours.grey });
    sheet.text(buyer.name, left, 210, { bold: true, states: { buyer_name: buyer.name } });
    buyer.address.forEach((text, index) => {
      sheet.text(text, left, 224 + index * 13);
    });
    return 278;
  },
  table: quantityFirst,
  closing: boxedTotals,
  foot: letter.foot,
};

function drawBoxes(sheet: DrawnSheet, boxes: readonly LabelledBox[], top: number): void {
  const width = (right - left) / boxes.length;
  boxes.forEach(({ label, value: { text, states = {} } }, index) => {
    const x = left + index * width;
    sheet.fill({ x, y: top, width: width - 4, height: 36 }, colours.pale);
    sheet.text(label, x + 5, top + 13, { size: 7, colour: colours.grey });
    sheet.text(text, x + 5, top + 28, { size: 9, bold: true, states });
  });
}
