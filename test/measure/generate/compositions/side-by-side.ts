import { closing, linesTable, totalsCells } from '../../../fixtures/docx/body.js';
import type { Composition } from '../../../fixtures/docx/invoice-docx.js';
import { paragraph, table, type WrittenCell, type WrittenTable } from '../../../fixtures/docx/markup.js';
import type { Invoice, InvoiceParty } from '../../../fixtures/invoice/invoice.js';
import { information } from '../../../fixtures/invoice/printed-data.js';
import type { Wording } from '../../../fixtures/wording/words.js';
import { titleOf, wording } from '../../../fixtures/wording.js';

/** Both parties share a table row, the document data comes in pairs, and the totals are the last rows of the line table. */
export const sideBySide: Composition = (invoice) => ({
  header: [],
  body: [
    paragraph(titleOf(invoice), { style: 'Heading1' }),
    parties(invoice),
    paragraph(''),
    dataInPairs(invoice),
    paragraph(''),
    linesAndTotals(invoice),
    ...closing(invoice),
  ],
  footer: [],
});

function parties({ seller, buyer, language }: Invoice): WrittenTable {
  const words = wording[language];
  const headings = [{ text: words.seller }, ...(buyer ? [{ text: words.billTo }] : [])];
  const cells = [
    { text: partyLines(seller, words), states: { seller_name: seller.name } },
    ...(buyer ? [{ text: partyLines(buyer, words), states: { buyer_name: buyer.name } }] : []),
  ];
  return table([4950, 4950], [headings, cells]);
}

const partyLines = ({ name, address, taxId, iban }: InvoiceParty, words: Wording): readonly string[] => [
  name,
  ...address,
  ...(taxId ? [`${words.taxId} ${taxId}`] : []),
  ...(iban ? [`IBAN ${iban}`] : []),
];

function dataInPairs(invoice: Invoice): WrittenTable {
  const cells = information(invoice).map(({ label, value }): readonly WrittenCell[] => [{ text: label }, value]);
  const rows = cells.flatMap((pair, index) => (index % 2 === 0 ? [[...pair, ...(cells[index + 1] ?? [{ text: '' }, { text: '' }])]] : []));
  return table([2400, 2500, 2400, 2500], rows);
}

function linesAndTotals(invoice: Invoice): WrittenTable {
  const lines = linesTable(invoice);
  const empty: WrittenCell = { text: '' };
  const totals = totalsCells(invoice).map(([label, amount]) => [
    empty,
    { ...label, align: 'right' as const },
    empty,
    empty,
    empty,
    empty,
    amount,
  ]);
  return { ...lines, rows: [...lines.rows, ...totals] };
}
