import { describe, expect, it } from 'vitest';
import type { TruthFile, TruthTextLayer } from '../../../kit/truth-file.js';
import { answer, asked } from '../scoring/answers.js';
import { judge } from '../scoring/judge.js';
import { causeOf } from './causes.js';

/** The causes of an answer, by path. */
function causes(truth: Partial<TruthFile>, body: ReturnType<typeof answer>, textLayer: TruthTextLayer = 'native') {
  const { document } = asked(truth, body, { textLayer });
  const { header, cells } = judge(document.truth, body);
  return [...header, ...cells].map((leaf) => {
    const { cause, really } = causeOf(leaf, document, 0.85) ?? {};
    return [cause, really];
  });
}

/** Answers one field with printed words that differ from its value. */
function printed(name: string, value: string | number, text: string) {
  const body = answer({ [name]: value });
  const meta = { field_confidence: [{ field: `$.${name}`, score: 0.9, reason: 'Exact match', page: 1, text }] };
  return { ...body, object: { ...body.object, _meta: meta } };
}

describe('why a header value is not what it should be', () => {
  it('has no cause where it is right and sure', () => {
    expect(causes({ fields: { total: { value: 120 } } }, answer({ total: 120 }))).toEqual([[undefined, undefined]]);
  });

  it('was not found', () => {
    expect(causes({ fields: { total: { value: 120 } } }, answer({ total: null }))).toEqual([['not found', 'Exact match']]);
  });

  it('is right, and a cap holds it down', () => {
    const body = answer({ total: 120 }, { '$.total': 0.7 });
    expect(causes({ fields: { total: { value: 120 } } }, body)).toEqual([['capped though right', 'Exact match']]);
  });

  it('is the value of another field', () => {
    const fields = { total: { value: 120 }, subtotal: { value: 100 } };
    expect(causes({ fields }, answer({ total: 100, subtotal: 100 }))).toContainEqual(['wrong label', 'subtotal']);
    const extra_fields = { discount: { value: 7 }, agency: { value: 'Acme' } };
    expect(causes({ fields, extra_fields }, answer({ total: 7, subtotal: 100 }))).toContainEqual(['wrong label', 'discount']);
  });

  it('is a number of a row', () => {
    const truth = { fields: { total: { value: 120 } }, line_items: [{ amount: { value: 35 } }] };
    expect(causes(truth, answer({ total: 35, line_items: [{ amount: 35 }] }))).toContainEqual(['wrong block', 'line_items[0].amount']);
  });

  it('is the other party, or a name cut wrongly', () => {
    const fields = { seller_name: { value: 'Acme Ltd' }, buyer_name: { value: 'Bolt Inc' } };
    expect(causes({ fields }, answer({ seller_name: 'Bolt Inc', buyer_name: 'Bolt' }))).toEqual([
      ['wrong block', 'buyer_name'],
      ['wrong block', 'a part of it'],
    ]);
    expect(causes({ fields }, answer({ seller_name: 'Acme Ltd Thank you', buyer_name: 'Someone' }))).toEqual([
      ['wrong block', 'it and more'],
      ['wrong block', 'another text of the page'],
    ]);
  });

  it.each([
    ['total', 1234.56, 123456, 'the same digits'],
    ['tax', 35.13, -35.13, 'the same digits'],
    ['issue_date', '2025-03-04', '2025-04-03', 'the same numbers in another order'],
    ['invoice_number', 'AB-77', 'AB 77', 'the same letters and digits'],
  ] as const)('%s was typed wrongly: %s as %s', (field, value, answered, really) => {
    expect(causes({ fields: { [field]: { value } } }, answer({ [field]: answered }))).toEqual([['typing', really]]);
  });

  it('is a currency of which the sign is that of several', () => {
    expect(causes({ fields: { currency: { value: 'CAD' } } }, printed('currency', 'USD', 'Total $ 26.45'))).toEqual([
      ['typing', 'the sign of several currencies'],
    ]);
    expect(causes({ fields: { currency: { value: 'CAD' } } }, printed('currency', 'EUR', '26.45 €'))).toEqual([
      ['wrong label', 'another value of the page'],
    ]);
  });

  it('was misread on a scan, and only there', () => {
    const fields = { subtotal: { value: 24.48 } };
    expect(causes({ fields }, answer({ subtotal: 24.43 }), 'none')).toEqual([['OCR error', '1 character apart']]);
    expect(causes({ fields }, answer({ subtotal: 24.43 }))).toEqual([['wrong label', 'another value of the page']]);
    const names = { seller_name: { value: 'NEXGEN' }, buyer_name: { value: 'Max Power Ltd' } };
    expect(causes({ fields: names }, answer({ seller_name: 'NFXGFN', buyer_name: 'Max Power Ltd 7.9' }), 'ocr')).toEqual([
      ['OCR error', '2 characters apart'],
      ['wrong block', 'it and more'],
    ]);
  });

  it('stands at the label of something else, or at its own in another place', () => {
    const fields = { issue_date: { value: '2025-03-14' } };
    expect(causes({ fields }, printed('issue_date', '2025-06-30', 'Due date: 30.06.2025'))).toEqual([['wrong label', 'at due_date']]);
    expect(causes({ fields }, printed('issue_date', '2024-06-30', 'Invoice date: 30.06.2024'))).toEqual([
      ['wrong block', 'at its own label'],
    ]);
    expect(causes({ fields }, printed('issue_date', '2024-06-30', 'Invoice date: 30.06.2024'), 'none')).toEqual([
      ['OCR error', 'at its own label'],
    ]);
  });
});

describe('why a value of a row is not what it should be', () => {
  const line_items = [
    { description: { value: 'Tea' }, quantity: { value: 2 }, amount: { value: 31 } },
    { description: { value: 'Cake' }, quantity: { value: 3 }, amount: { value: 47 } },
  ];
  const rows = (...items: readonly Readonly<Record<string, string | number>>[]) => answer({ line_items: items });

  it('is of another column, another row, or the totals', () => {
    const fields = { total: { value: 78 } };
    const found = causes(
      { fields, line_items },
      rows({ description: 'Tea', quantity: 31, amount: 47 }, { description: 'Cake', quantity: 3, amount: 78 }),
    );
    expect(found).toContainEqual(['wrong label', 'amount']);
    expect(found).toContainEqual(['wrong block', 'line_items[1].amount']);
    expect(found).toContainEqual(['wrong block', 'total']);
  });

  it('is any other number of the page', () => {
    expect(causes({ line_items }, rows({ description: 'Tea', quantity: 2, amount: 5 }, { description: 'Cake' }))).toContainEqual([
      'wrong block',
      'another value of the page',
    ]);
  });

  it('is missing with its row, or is in a row that there is not', () => {
    expect(causes({ line_items }, rows({ description: 'Tea', quantity: 2, amount: 31 }))).toContainEqual([
      'not found',
      'its row is missing',
    ]);
    const invented = rows(...line_items.map((row) => ({ description: row.description.value, amount: row.amount.value })), { amount: 9 });
    expect(causes({ line_items }, invented)).toContainEqual(['wrong block', 'a row that there is not']);
  });
});
