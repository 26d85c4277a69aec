import type { Invoice, InvoiceParty } from '../../../fixtures/invoice/invoice.js';
import { information } from '../../../fixtures/invoice/printed-data.js';
import { left, right } from '../../../fixtures/pdf/canvas.js';
import type { InvoiceDesign, TotalsDesign } from '../../../fixtures/pdf/design.js';
import { colours, type DrawnSheet } from '../../../fixtures/pdf/sheet.js';
import { letterTable } from '../../../fixtures/pdf/table.js';
import { totalsAtRight } from '../../../fixtures/pdf/totals.js';
import { printMoney, printQuantity } from '../../../fixtures/print.js';
import type { Wording } from '../../../fixtures/wording/words.js';
import { titleOf, wording } from '../../../fixtures/wording.js';

/** Seller, buyer and document data side by side, each under a heading. */
export const columns: InvoiceDesign = {
  head: (sheet, invoice) => {
    const words = wording[invoice.language];
    sheet.text(titleOf(invoice), (left + right) / 2, 56, { size: 18, bold: true, align: 'centre' });
    sheet.rule(left, 68, { to: right });
    drawParty(sheet, { heading: words.seller, party: invoice.seller, leaf: 'seller_name', x: left, words });
    if (invoice.buyer) drawParty(sheet, { heading: words.billTo, party: invoice.buyer, leaf: 'buyer_name', x: left + 180, words });
    drawData(sheet, invoice);
    return 215;
  },
  table: letterTable,
  closing: totalsAtRight,
  foot: (sheet, _, pageOf) => sheet.text(pageOf, (left + right) / 2, 826, { size: 7.5, colour: colours.grey, align: 'centre' }),
};

/** A table of tax rates (net, tax, gross), then the totals. */
export const rateTable: TotalsDesign = {
  height: (invoice) => totalsAtRight.height(invoice) + rateTableHeight(invoice),
  draw: (sheet, invoice, top) => {
    drawRates(sheet, invoice, top + 24);
    totalsAtRight.draw(sheet, invoice, top + rateTableHeight(invoice));
  },
};

interface PartyPlace {
  readonly heading: string;
  readonly party: InvoiceParty;
  readonly leaf: string;
  readonly x: number;
  readonly words: Wording;
}

function drawParty(sheet: DrawnSheet, { heading, party, leaf, x, words }: PartyPlace): void {
  sheet.text(heading, x, 88, { size: 8, bold: true, colour: colours.accent });
  sheet.text(party.name, x, 103, { size: 8, bold: true, states: { [leaf]: party.name } });
  const ids = [party.taxId && `${words.taxId} ${party.taxId}`, party.email, party.iban && `IBAN ${party.iban}`];
  [...party.address, ...ids.filter((text) => text !== undefined)].forEach((text, index) => {
    sheet.text(text, x, 117 + index * 12, { size: 8 });
  });
}

function drawData(sheet: DrawnSheet, invoice: Invoice): void {
  information(invoice).forEach(({ label, value }, index) => {
    const y = 88 + index * 15;
    sheet.text(label, left + 355, y, { size: 8, colour: colours.grey });
    sheet.text(value.text, right, y, { size: 8.5, align: 'right', states: value.states });
  });
}

const rateRow = 15;
const rateTableHeight = ({ taxes }: Invoice): number => 40 + taxes.length * rateRow;

function drawRates(sheet: DrawnSheet, { taxes, language, currency, numberStyle }: Invoice, top: number): void {
  const words = wording[language];
  const xs = [left + 40, left + 130, left + 220, left + 310];
  const write = (texts: readonly string[], y: number, bold: boolean): void =>
    texts.forEach((text, index) => {
      sheet.text(text, xs[index] ?? left, y, { size: 8.5, bold, align: 'right' });
    });
  write([`${words.taxRate} %`, words.base, words.tax, words.gross], top, true);
  taxes.forEach(({ rate, base, amount }, index) => {
    const money = [base, amount, base.plus(amount)].map((value) => printMoney(value, currency, numberStyle));
    write([`${printQuantity(rate, numberStyle)} %`, ...money], top + (index + 1) * rateRow, false);
  });
}
