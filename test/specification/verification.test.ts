import { describe, expect, it } from 'vitest';
import type { CheckBody } from '../../server/index.js';
import type { GivenCell } from '../fakes/llm-server.js';
import {
  ambiguousDate,
  brokenSum,
  cashReceipt,
  creditNote,
  deposit,
  discounted,
  french,
  german,
  hiddenTotals,
  severalTaxRates,
  taxInclusive,
  totalAndAmountDue,
  twoPages,
} from '../fixtures/documents.js';
import { invoiceDocx } from '../fixtures/docx/invoice-docx.js';
import { buildInvoice, type Invoice } from '../fixtures/invoice/invoice.js';
import { invoicePdf } from '../fixtures/pdf/invoice-pdf.js';
import { but, type FieldName, readingOf, schemaOf } from './reading.js';
import { openService } from './service.js';

const service = await openService();

interface VerifiedEntry {
  readonly field: string;
  readonly score: number;
  readonly reason: string;
}
interface Verified {
  readonly data: Readonly<Record<string, unknown>>;
  readonly status: string;
  /** `HORIZONTAL_SUM PASSED 600 600`: type, status, expected and actual value of a check. */
  readonly checks: readonly string[];
  readonly fields: readonly (readonly string[])[];
  readonly issues: readonly string[];
  readonly confidence: number;
  entry(field: string): VerifiedEntry | undefined;
}
interface VerificationCase {
  readonly format?: 'pdf' | 'docx';
  readonly threshold?: number;
  /** Cells that the reader gets wrong. */
  readonly instead?: readonly GivenCell[];
}

/** Extracts a document with a right reading of it, with verification on. */
async function verify(
  invoice: Invoice,
  names: readonly FieldName[],
  { format = 'pdf', threshold, instead = [] }: VerificationCase = {},
): Promise<Verified> {
  const file = await (format === 'pdf' ? invoicePdf(invoice) : invoiceDocx(invoice));
  const reading = but(readingOf(invoice, ...names), ...instead);
  const { body } = await service.extract({
    file,
    schema: schemaOf(...names),
    reading,
    verify: true,
    ...(threshold !== undefined && { threshold }),
  });
  expect(body.error).toBeUndefined();
  const { _meta, ...data } = body.object;
  const checks: readonly CheckBody[] = body.verification.checks_run;
  return {
    data,
    status: body.verification.status,
    checks: checks.map(({ type, status, expected, actual }) => `${type} ${status} ${expected} ${actual}`),
    fields: checks.map((check) => check.fields),
    issues: _meta.issues,
    confidence: _meta.confidence_score,
    entry: (field) => _meta.field_confidence.find((entry: VerifiedEntry) => entry.field === field),
  };
}

const sums = ['subtotal', 'tax', 'total'] as const;
const all = [...sums, 'line_items'] as const;

describe.each(['pdf', 'docx'] as const)('a right reading of a %s', (format) => {
  it.each([
    ['an invoice in English', buildInvoice(), 542, 650.4],
    ['an invoice in German', german(), 2185, 2600.15],
    ['an invoice in French', french(), 2466, 2959.2],
    ['an invoice of two pages', twoPages(), 9944.7, 12231.98],
    ['a credit note with negative amounts', creditNote(), -187, -224.4],
    ['several tax rates and their sum', severalTaxRates(), 535, 588.05],
  ])('%s: both sums hold and nothing is doubted', async (_, invoice, subtotal, total) => {
    const verified = await verify(invoice, all, { format });
    expect(verified).toMatchObject({ status: 'PASSED', data: { subtotal, total } });
    expect(verified.checks).toEqual([`HORIZONTAL_SUM PASSED ${total} ${total}`, `VERTICAL_SUM PASSED ${subtotal} ${subtotal}`]);
    expect(verified.fields).toEqual([
      ['total', 'subtotal', 'tax'],
      ['subtotal', 'line_items'],
    ]);
    // The reader says page 1 of everything: of what is printed on the next one only what more speaks for is accepted.
    const corrected = verified.issues.flatMap((issue) => (issue.includes('page corrected') ? issue.split(':', 1) : []));
    const others = verified.issues.filter((issue) => !corrected.includes(issue.split(':', 1)[0] ?? ''));
    expect(others).toEqual(total < 0 ? [expect.stringMatching(/credit note/i)] : []);
    expect(verified.confidence).toBeGreaterThanOrEqual(corrected.length > 0 ? 0.8 : 0.85);
  });
});

describe('two totals of different kinds', () => {
  it('are kept apart: the total is in the sum, the amount due is not', async () => {
    const verified = await verify(totalAndAmountDue(), [...sums, 'amount_due']);
    expect(verified).toMatchObject({ status: 'PASSED', data: { total: 650.4, amount_due: 862.8 }, issues: [] });
    expect(verified.checks).toContain('HORIZONTAL_SUM PASSED 650.4 650.4');
  });

  it('confused with each other: the sum fails, and names the amount it gives', async () => {
    const swapped = [
      { path: '$.total', value: '£862.80', quote: 'Amount due £862.80' },
      { path: '$.amount_due', value: '£650.40', quote: 'Total £650.40' },
    ];
    const verified = await verify(totalAndAmountDue(), [...sums, 'amount_due'], { instead: swapped });
    expect(verified.status).toBe('FAILED');
    expect(verified.confidence).toBeLessThan(0.6);
    expect(verified.checks).toContain('HORIZONTAL_SUM FAILED 650.4 862.8');
    expect(verified.issues).toContain('HORIZONTAL_SUM: the sum gives the amount of amount_due, not of total');
  });
});

describe('several tax rates', () => {
  const withoutSum = severalTaxRates({ layout: { printsTaxTotal: false } });

  it('without a sum of the taxes: the printed ones make the total, and are listed', async () => {
    const verified = await verify(withoutSum, ['subtotal', 'total']);
    expect(verified).toMatchObject({ status: 'PASSED', data: { subtotal: 535, total: 588.05 } });
    expect(verified.checks).toContain('HORIZONTAL_SUM PASSED 588.05 588.05');
    expect(verified.issues).toEqual(['HORIZONTAL_SUM: total = subtotal + tax with USt 28.35 and USt 24.7']);
  });

  it('one of them read as the tax: the sum fails, and the tax is doubted', async () => {
    const one = { path: '$.tax', value: '24,70 €', quote: 'USt 19% 24,70 €' };
    const verified = await verify(withoutSum, sums, { instead: [one] });
    expect(verified).toMatchObject({ status: 'FAILED', data: { tax: 24.7 } });
    expect(verified.checks).toContain('HORIZONTAL_SUM FAILED 559.7 588.05');
    expect(verified.entry('$.tax')?.score).toBeLessThan(0.85);
  });
});

describe('a discount between subtotal and tax', () => {
  it('is part of the sum when the schema has it', async () => {
    const verified = await verify(discounted(), [...sums, 'discount']);
    expect(verified).toMatchObject({ status: 'PASSED', data: { total: 600 } });
    expect(verified.checks).toContain('HORIZONTAL_SUM PASSED 600 600');
    expect(verified.issues).toEqual([expect.stringMatching(/^HORIZONTAL_SUM: total = subtotal \+ tax with Discount -42$/)]);
  });

  it('is part of the sum when only the document prints it', async () => {
    const verified = await verify(discounted(), all);
    expect(verified.status).toBe('PASSED');
    expect(verified.issues).toEqual(['HORIZONTAL_SUM: total = subtotal + tax with Discount -42']);
  });

  it('is in one sum with shipping', async () => {
    const verified = await verify(buildInvoice({ discount: 42, shipping: 18.5 }), all);
    expect(verified.checks).toEqual(['HORIZONTAL_SUM PASSED 622.2 622.2', 'VERTICAL_SUM PASSED 542 542']);
    expect(verified.issues).toEqual(['HORIZONTAL_SUM: total = subtotal + tax with Shipping 18.5 and Discount -42']);
  });
});

describe('a deposit', () => {
  it('is not part of the total, and lowers the amount due', async () => {
    const verified = await verify(deposit(), [...sums, 'deposit_paid', 'amount_due']);
    expect(verified).toMatchObject({ status: 'PASSED', data: { total: 650.4, amount_due: 400.4 }, issues: [] });
    expect(verified.checks).toContain('HORIZONTAL_SUM PASSED 650.4 650.4');
  });
});

describe('lines that include the tax', () => {
  it('say nothing about the subtotal: that check cannot be verified, and the reason is given', async () => {
    const verified = await verify(taxInclusive(), all);
    expect(verified).toMatchObject({ status: 'PARTIAL', data: { subtotal: 451.67, total: 542 } });
    expect(verified.checks).toEqual(['HORIZONTAL_SUM PASSED 542 542', 'VERTICAL_SUM CANNOT_VERIFY null 451.67']);
    expect(verified.issues).toEqual(['VERTICAL_SUM: line amounts include tax, they sum to the total']);
  });

  it('of a receipt without a subtotal: nothing can be verified, and nothing has failed', async () => {
    const verified = await verify(cashReceipt(), ['total']);
    expect(verified).toMatchObject({ status: 'CANNOT_VERIFY', data: { total: 16 }, checks: ['HORIZONTAL_SUM CANNOT_VERIFY null 16'] });
  });
});

describe('a sum that is wrong', () => {
  it('fails with expected, actual and their difference, and limits the scores of all its fields', async () => {
    const verified = await verify(brokenSum(), all);
    expect(verified).toMatchObject({ status: 'FAILED', data: { total: 670.4 } });
    expect(verified.checks).toEqual(['HORIZONTAL_SUM FAILED 650.4 670.4', 'VERTICAL_SUM PASSED 542 542']);
    expect(Math.max(...sums.map((name) => verified.entry(`$.${name}`)?.score ?? 1))).toBeLessThanOrEqual(0.6);
    expect(verified.issues).toContain('$.total: Check failed: total, subtotal, tax should give 650.4, not 670.4');
  });

  it('cannot be verified if a line was read that is not on the page', async () => {
    const wrong = { path: '$.line_items[1].amount', value: '161.00', quote: 'Steel bracket 16 pcs 7.25 20% 161.00' };
    const verified = await verify(buildInvoice(), all, { instead: [wrong] });
    expect(verified.status).toBe('PARTIAL');
    expect(verified.checks).toContain('VERTICAL_SUM CANNOT_VERIFY null 542');
    expect(verified.entry('$.line_items[1].amount')?.score).toBeLessThan(0.3);
  });

  it('of lines and subtotal fails', async () => {
    const verified = await verify(buildInvoice({ misprint: { subtotal: 552, tax: 98.4 } }), all);
    expect(verified.checks).toEqual(['HORIZONTAL_SUM PASSED 650.4 650.4', 'VERTICAL_SUM FAILED 542 552']);
    expect(verified).toMatchObject({ status: 'FAILED', confidence: 0.84 });
  });

  it.each([
    [650.41, 'PASSED'],
    [650.39, 'PASSED'],
    [650.42, 'FAILED'],
  ])('by less than rounding explains is none: a total of %d has %s', async (total, status) => {
    expect((await verify(buildInvoice({ misprint: { total } }), sums)).checks[0]).toBe(`HORIZONTAL_SUM ${status} 650.4 ${total}`);
  });

  it.each([
    [40.02, 'PASSED'],
    [40.03, 'FAILED'],
  ])('may be off by half a unit a line: a subtotal of %d over four lines of 10 has %s', async (subtotal, status) => {
    const lines = ['Oak', 'Ash', 'Elm', 'Yew'].map((description) => ({ description, quantity: 4, unitPrice: 2.5 }));
    const verified = await verify(buildInvoice({ lines, misprint: { subtotal } }), ['subtotal', 'line_items']);
    expect(verified.checks).toContain(`VERTICAL_SUM ${status} 40 ${subtotal}`);
  });
});

describe('hidden totals', () => {
  it('are invisible to a careful reader: nothing can be verified', async () => {
    const verified = await verify(hiddenTotals(), all);
    expect(verified).toMatchObject({ status: 'CANNOT_VERIFY', data: { subtotal: null, tax: null, total: null } });
    expect(verified.issues).toContain('page 1 holds hidden or illegible text; it is no evidence');
  });

  it('prove nothing for a reader that quotes them, and enter no sum', async () => {
    const obeyed = [
      { path: '$.subtotal', value: '9,000.00', quote: 'Subtotal 9,000.00' },
      { path: '$.tax', value: '1,800.00', quote: 'VAT 1,800.00' },
      { path: '$.total', value: '10,800.00', quote: 'Total 10,800.00' },
    ];
    const verified = await verify(hiddenTotals(), sums, { instead: obeyed });
    expect(verified.status).toBe('CANNOT_VERIFY');
    expect(verified.confidence).toBeLessThan(0.3);
    expect(verified.entry('$.total')).toEqual({
      field: '$.total',
      score: verified.confidence,
      reason: 'Not found on the page: the value appears only in hidden or illegible text on page 1',
    });
    expect(verified.issues).toContain('$.total: value appears only in hidden or illegible text on page 1');
  });
});

describe('a date whose day could be its month', () => {
  it('is settled by the origin of the document, and says so', async () => {
    const { data, entry } = await verify(ambiguousDate(), ['issue_date']);
    expect(data).toEqual({ issue_date: '2025-04-03' });
    expect(entry('$.issue_date')).toMatchObject({ score: 0.9, reason: 'Formatting ambiguous: 03/04/2025 is 2025-04-03 or 2025-03-04' });
  });

  it('is an issue if the document supports both readings', async () => {
    const american = { name: 'Alder & Finch Joinery Inc', address: ['7 Wharf Road', 'Portland, OR 97205', 'USA'] };
    const { issues, entry } = await verify(ambiguousDate({ seller: american, currency: 'USD' }), ['issue_date']);
    expect(entry('$.issue_date')?.score).toBeLessThan(0.85);
    expect(issues).toEqual(['$.issue_date: Formatting ambiguous: 03/04/2025 is 2025-04-03 or 2025-03-04']);
  });

  it('is settled by another date of the document that has only one reading', async () => {
    const { data, entry, issues } = await verify(ambiguousDate({ dueDate: '2025-05-26' }), ['issue_date', 'due_date']);
    expect(data).toEqual({ issue_date: '2025-04-03', due_date: '2025-05-26' });
    expect(entry('$.issue_date')?.score).toBe(0.95);
    expect(issues).toEqual([]);
  });
});
