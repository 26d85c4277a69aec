import { describe, expect, it } from 'vitest';
import { printAnswer } from '../../../../server/cli/extract/print-answer.js';
import type { CheckBody, ExtractionBody } from '../../../../server/wire/extraction.js';

const metadata = { processing_time_ms: 412, credits: 2, fallback_triggered: true };
const answer: ExtractionBody = {
  object: {
    invoice_number: 'INV-7',
    seller: { name: 'Acme Ltd' },
    due_date: null,
    total: 1119.5,
    line_items: [
      { description: 'Widget', quantity: 1200, amount: 1100 },
      { description: 'Freight', quantity: 3, amount: 19.5 },
    ],
    _meta: {
      confidence_score: 0.55,
      field_confidence: [
        { field: '$.invoice_number', score: 0.97, reason: 'Exact match: label "Invoice No."', page: 1, text: 'Invoice No. INV-7' },
        { field: '$.seller.name', score: 0.9, reason: 'Inferred from header', page: 1, text: 'Acme Ltd' },
        { field: '$.due_date', score: 0.88, reason: 'Not stated' },
        { field: '$.total', score: 0.55, reason: 'Multiple values found', page: 2, text: 'Total €1.119,50' },
        { field: '$.line_items[0].description', score: 0.95, reason: 'Exact match', page: 1 },
        { field: '$.line_items[0].quantity', score: 0.95, reason: 'Exact match', page: 1, text: 'Widget 1200 1.100,00' },
        { field: '$.line_items[0].amount', score: 0.93, reason: 'Exact match', page: 1, text: 'Widget 1200 1.100,00' },
        { field: '$.line_items[1].description', score: 0.95, reason: 'Exact match', page: 2 },
        { field: '$.line_items[1].quantity', score: 0.95, reason: 'Exact match', page: 2, text: 'Freight 3 19,50' },
        { field: '$.line_items[1].amount', score: 0.3, reason: 'Partially obscured', page: 2 },
      ],
      issues: ['$.total: two totals are printed'],
    },
  },
  metadata,
  verification: {
    status: 'PARTIAL',
    checks_passed: 1,
    checks_failed: 0,
    cannot_verify_count: 1,
    checks_run: [
      {
        type: 'HORIZONTAL_SUM',
        status: 'PASSED',
        fields: ['subtotal', 'tax', 'total'],
        passed: true,
        delta: 0,
        expected: 1119.5,
        actual: 1119.5,
      },
      {
        type: 'VERTICAL_SUM',
        status: 'CANNOT_VERIFY',
        fields: ['subtotal', 'line_items'],
        passed: false,
        delta: null,
        expected: null,
        actual: 1100,
      },
    ],
  },
};

const plain = { colours: false, width: 100 };

const [sum] = answer.verification?.checks_run ?? [];
const stated = { type: 'DUE_DATE', fields: ['due_date'], expected: 'on or after 2026-03-02' };

describe('an answer for a person', () => {
  it('shows checks that are no sums in words', () => {
    const checks_run: readonly CheckBody[] = [
      ...(sum ? [sum] : []),
      { ...stated, status: 'PASSED', passed: true, actual: '2026-04-01' },
      { ...stated, status: 'FAILED', passed: false, actual: '2026-02-01' },
      { ...stated, status: 'CANNOT_VERIFY', passed: false, actual: null },
    ];
    const { verification } = answer;
    if (!verification) throw new Error('the answer has no verification');
    expect(printAnswer('invoice.pdf', { ...answer, verification: { ...verification, checks_run } }, plain)).toContain(`
    ✓ HORIZONTAL_SUM  subtotal, tax, total  1,119.50
    ✓ DUE_DATE        due_date              on or after 2026-03-02
    ✗ DUE_DATE        due_date              expected on or after 2026-03-02, found 2026-02-01
    ? DUE_DATE        due_date              expected on or after 2026-03-02, found unknown
`);
  });

  it('shows every value with its score and its evidence, rows as a table, checks and issues', () => {
    expect(printAnswer('invoice.pdf', answer, plain)).toBe(`invoice.pdf  confidence 0.55 · 2 credits · 0.4 s · read again by tier 2

  invoice_number  INV-7     0.97  p.1  “Invoice No. INV-7”
  seller.name     Acme Ltd  0.90  p.1  “Acme Ltd” · Inferred from header
  due_date        —         0.88       Not stated
  total           1,119.50  0.55  p.2  “Total €1.119,50” · Multiple values found

  line_items
    description  quantity  amount
    Widget       1200      1,100.00  0.93  p.1
    Freight      3         19.50     0.30  p.2

  checks  PARTIAL
    ✓ HORIZONTAL_SUM  subtotal, tax, total  1,119.50
    ? VERTICAL_SUM    subtotal, line_items  expected unknown, found 1,100.00, delta unknown

  issues
    ! $.total: two totals are printed
`);
  });

  it('shows numbers as they are when none is printed with two decimals', () => {
    const field_confidence = [{ field: '$.total', score: 0.9, page: 1, text: 'Total ¥12,000' }];
    const object = { total: 12000, rate: 0.0125, _meta: { confidence_score: 0.9, field_confidence, issues: [] } };
    const printed = printAnswer('yen.pdf', { object, metadata }, plain);
    expect(printed).toMatch(/total +12000 +0\.90/);
    expect(printed).toMatch(/rate +0\.0125/);
  });

  it.each([
    [370, 'Total 1,370.00', '370'],
    [1e21, 'Total 1e+21', '1e+21'],
    [-1234.5, 'Credit (1 234,50)', '-1,234.50'],
    [0.125, 'Price 0.125', '0.125'],
  ])('shows %d of “%s” as %s', (amount, text, shown) => {
    const field_confidence = [{ field: '$.amount', score: 0.9, page: 1, text }];
    const object = { amount, _meta: { confidence_score: 0.9, field_confidence, issues: [] } };
    expect(printAnswer('a.pdf', { object, metadata }, plain)).toContain(`  amount  ${shown}  0.90`);
  });

  it('says why an extraction failed', () => {
    const failed: ExtractionBody = { object: null, metadata, error: { code: 'TIMEOUT_ERROR', message: 'The deadline of 1,000 ms passed' } };
    expect(printAnswer('a.pdf', failed, plain)).toBe(
      'a.pdf  2 credits · 0.4 s · read again by tier 2\n  ✗ TIMEOUT_ERROR  The deadline of 1,000 ms passed\n',
    );
  });

  it('lets no text of a document control the terminal', () => {
    const object = {
      seller: '\u001b[2J\u001b]0;gone\u0007Acme\r\nLtd \u202eevil',
      _meta: { confidence_score: 1, field_confidence: [], issues: ['\u009b1m'] },
    };
    const printed = printAnswer('a\u001b[1m.pdf', { object, metadata }, plain);
    expect(printed).toContain('Acme Ltd');
    expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('uses colours only when they are allowed', () => {
    expect(printAnswer('a.pdf', answer, { ...plain, colours: true })).toContain('\u001b[31m0.55\u001b[39m');
    expect(printAnswer('a.pdf', answer, plain)).not.toContain('\u001b');
  });
});

it('says of an empty list that there are none, with its score', () => {
  const object = {
    charges: [],
    _meta: { confidence_score: 0.9, field_confidence: [{ field: '$.charges', score: 0.9, reason: 'Not present' }], issues: [] },
  };
  expect(printAnswer('a.pdf', { object, metadata }, { colours: false, width: 80 })).toMatch(/charges +none +0\.90 +Not present/);
});
