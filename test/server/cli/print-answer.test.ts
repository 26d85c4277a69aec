import { describe, expect, it } from 'vitest';
import { printAnswer } from '../../../server/cli/print-answer.js';
import type { ExtractionBody } from '../../../server/wire-schemas.js';

const metadata = { processing_time_ms: 412, credits: 2, fallback_triggered: true };
const answer: ExtractionBody = {
  object: {
    invoice_number: 'INV-7',
    seller: { name: 'Acme Ltd' },
    due_date: null,
    total: 119,
    line_items: [
      { description: 'Widget', amount: 100 },
      { description: 'Freight', amount: null },
    ],
    _meta: {
      confidence_score: 0.55,
      field_confidence: [
        { field: '$.invoice_number', score: 0.97, reason: 'Exact match: label "Invoice No."', page: 1, text: 'Invoice No. INV-7' },
        { field: '$.seller.name', score: 0.9, reason: 'Inferred from header', page: 1, text: 'Acme Ltd' },
        { field: '$.due_date', score: 0.88, reason: 'Not stated' },
        { field: '$.total', score: 0.55, reason: 'Multiple values found', page: 2, text: 'Total 119.00' },
        { field: '$.line_items[0].description', score: 0.95, reason: 'Exact match', page: 1 },
        { field: '$.line_items[0].amount', score: 0.93, reason: 'Exact match', page: 1 },
        { field: '$.line_items[1].description', score: 0.95, reason: 'Exact match', page: 2 },
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
        expected: 119,
        actual: 119,
      },
      {
        type: 'VERTICAL_SUM',
        status: 'CANNOT_VERIFY',
        fields: ['subtotal', 'line_items'],
        passed: false,
        delta: null,
        expected: null,
        actual: 100,
      },
    ],
  },
};

const plain = { colours: false, width: 100 };

describe('an answer for a person', () => {
  it('shows every value with its score and its evidence, rows as a table, checks and issues', () => {
    expect(printAnswer('invoice.pdf', answer, plain)).toBe(`invoice.pdf  confidence 0.55 · 2 credits · 0.4 s · read again by tier 2

  invoice_number  INV-7     0.97  p.1  “Invoice No. INV-7”
  seller.name     Acme Ltd  0.90  p.1  “Acme Ltd” · Inferred from header
  due_date        —         0.88       Not stated
  total           119       0.55  p.2  “Total 119.00” · Multiple values found

  line_items
    description  amount
    Widget       100     0.93  p.1
    Freight      —       0.30  p.2

  checks  PARTIAL
    ✓ HORIZONTAL_SUM  subtotal, tax, total  119
    ? VERTICAL_SUM    subtotal, line_items  expected unknown, found 100, delta unknown

  issues
    ! $.total: two totals are printed
`);
  });

  it('says why an extraction failed', () => {
    const failed: ExtractionBody = { object: null, metadata, error: { code: 'TIMEOUT_ERROR', message: 'The deadline of 1,000 ms passed' } };
    expect(printAnswer('a.pdf', failed, plain)).toBe(
      'a.pdf  2 credits · 0.4 s · read again by tier 2\n  ✗ TIMEOUT_ERROR  The deadline of 1,000 ms passed\n',
    );
  });

  it('lets no text of a document steer the terminal', () => {
    const object = {
      seller: '\u001b[2J\u001b]0;gone\u0007Acme\r\nLtd \u202eevil',
      _meta: { confidence_score: 1, field_confidence: [], issues: ['\u009b1m'] },
    };
    const printed = printAnswer('a\u001b[1m.pdf', { object, metadata }, plain);
    expect(printed).toContain('Acme Ltd');
    expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('paints only when it may', () => {
    expect(printAnswer('a.pdf', answer, { ...plain, colours: true })).toContain('\u001b[31m0.55\u001b[39m');
    expect(printAnswer('a.pdf', answer, plain)).not.toContain('\u001b');
  });
});
