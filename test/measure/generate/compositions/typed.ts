import { closing, linesTable } from '../../../fixtures/docx/body.js';
import { type Composition, footer } from '../../../fixtures/docx/invoice-docx.js';
import { paragraph, type WrittenBlock } from '../../../fixtures/docx/markup.js';
import type { InvoiceParty } from '../../../fixtures/invoice/invoice.js';
import { information, printedAmount, totalsRows } from '../../../fixtures/invoice/printed-data.js';
import { titleOf, wording } from '../../../fixtures/wording.js';

/** Typed without tables: label, tab, value. */
export const typed: Composition = (invoice) => {
  const words = wording[invoice.language];
  return {
    header: [],
    body: [
      ...address(invoice.seller, 'seller_name'),
      paragraph(''),
      paragraph(titleOf(invoice), { style: 'Heading1' }),
      ...information(invoice).map(({ label, value }) => paragraph(`${label}:\t${value.text}`, { states: value.states })),
      paragraph(''),
      ...(invoice.buyer ? [paragraph(`${words.billTo}:`), ...address(invoice.buyer, 'buyer_name')] : []),
      paragraph(''),
      linesTable(invoice),
      paragraph(''),
      ...totalsRows(invoice).map((row) => {
        const { text, states = {} } = printedAmount(row, invoice);
        return paragraph(`${row.label}:\t${text}`, { bold: row.strong, states });
      }),
      paragraph(''),
      ...closing(invoice),
    ],
    footer: footer(invoice),
  };
};

const address = ({ name, address: lines }: InvoiceParty, leaf: string): readonly WrittenBlock[] => [
  paragraph(name, { bold: true, states: { [leaf]: name } }),
  ...lines.map((line) => paragraph(line)),
];
