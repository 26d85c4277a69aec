import { beforeAll, describe, expect, it } from 'vitest';
import type { Decimal } from '../../../../core/contracts/amount.js';
import { datesIn } from '../../../../core/evidence/print/dates.js';
import { numbersIn } from '../../../../core/evidence/print/numbers.js';
import { decimal } from '../../../../core/values/money.js';
import { type HeaderField, lineFields } from '../../../kit/truth-file.js';
import { type GeneratedDocument, generateDocuments } from '../generate-documents.js';
import { layouts } from '../layouts.js';
import type { PrintedValue } from './truth.js';

let documents: readonly GeneratedDocument[];
beforeAll(async () => {
  documents = await generateDocuments({ count: 3 * layouts.length, seed: 11 });
});

const amount = ({ truth }: GeneratedDocument, field: HeaderField): Decimal => decimal(truth.fields[field]?.value ?? Number.NaN);
const numbers: readonly string[] = ['subtotal', 'tax', 'total', 'amount_due', 'quantity', 'unit_price', 'amount'];
const days: readonly string[] = ['issue_date', 'due_date'];

const leaves = ({ id, truth }: GeneratedDocument) =>
  [truth.fields, ...truth.line_items].flatMap((group) =>
    Object.entries(group).map(([name, value]: [string, PrintedValue]) => ({ id, name, ...value })),
  );

describe('the truth of a generated document', () => {
  it('states each value in words that read as that value', () => {
    const misread = documents.flatMap(leaves).filter(({ name, value, printed: { text } }) => {
      if (numbers.includes(name)) return !numbersIn(text).some((reading) => reading.eq(value));
      if (days.includes(name)) return !datesIn(text).includes(String(value));
      return name !== 'currency' && text !== value;
    });
    expect(misread).toEqual([]);
  });

  it('calls a day ambiguous only where its words are two days', () => {
    const marked = documents.flatMap(leaves).filter(({ ambiguous }) => ambiguous);
    expect(marked.length).toBeGreaterThan(0);
    expect(marked.filter(({ printed }) => datesIn(printed.text).length !== 2)).toEqual([]);
  });

  it('has the words in the row that it gives', () => {
    expect(documents.flatMap(leaves).filter(({ printed: { text, row } }) => !row.includes(text))).toEqual([]);
  });

  it('sums its lines to the subtotal wherever it says that they do', () => {
    const holding = documents.filter(({ truth }) => truth.math_on_page.vertical_sum.holds);
    expect(holding.length).toBeGreaterThan(50);
    for (const document of holding) {
      const sum = document.truth.line_items.reduce((total, line) => total.plus(line.amount?.value ?? Number.NaN), decimal(0));
      expect(sum.minus(amount(document, 'subtotal')).toNumber(), document.id).toBe(0);
    }
  });

  it('adds subtotal and tax to the total where nothing else takes part', () => {
    const adjusted = ['total-discount', 'shipping', 'discount-and-shipping', 'docx-typed', 'wrong-total'];
    const plain = documents.filter(({ kind, layout }) => kind !== 'receipt' && !adjusted.includes(layout));
    for (const document of plain) {
      const sum = amount(document, 'subtotal').plus(amount(document, 'tax'));
      expect(sum.minus(amount(document, 'total')).toNumber(), document.id).toBe(0);
      expect(document.truth.math_on_page.horizontal_sum.holds, document.id).toBe(true);
    }
  });

  it('says that a sum fails only where the total is printed wrong', () => {
    const failing = documents.filter(({ truth }) => Object.values(truth.math_on_page).some(({ holds }) => holds === false));
    expect(new Set(failing.map(({ layout }) => layout))).toEqual(new Set(['wrong-total']));
    expect(failing).toHaveLength(3);
  });

  it('leaves open what lines that include tax, or no subtotal, cannot show', () => {
    const open = documents.filter(({ truth }) => truth.math_on_page.vertical_sum.holds === null);
    const receipts = documents.map(({ layout }) => layout).filter((layout) => layout.startsWith('receipt'));
    expect(new Set(open.map(({ layout }) => layout))).toEqual(new Set(['tax-inclusive', ...receipts]));
  });

  it('states no quantity on a receipt that prints none', () => {
    const receipts = documents.filter(({ layout }) => layout === 'receipt-two-lines').flatMap(({ truth }) => truth.line_items);
    expect(receipts.some((line) => line.quantity === undefined)).toBe(true);
    expect(receipts.filter((line) => line.quantity?.value === 1)).toEqual([]);
  });

  it('states every cell of an invoice', () => {
    const invoices = documents
      .filter(({ kind }) => kind !== 'receipt')
      .flatMap(({ id, truth }) => truth.line_items.map((line) => ({ id, line })));
    expect(invoices.filter(({ line }) => lineFields.some((field) => !line[field]))).toEqual([]);
  });
});
