import { describe, expect, it } from 'vitest';
import { answer, asked, failed } from '../scoring/answers.js';
import { measure } from '../scoring/measure.js';
import { progress, report, shortReport, times } from './report.js';

const standard = { threshold: 0.85, required: ['total'] };

describe('the report', () => {
  const truth = { fields: { total: { value: 120 }, tax: { value: 20 } } };
  const text = report(
    'Native text',
    measure([asked(truth, answer({ total: 120, tax: 21 })), asked(truth, answer({ total: 120, tax: null }))], standard),
  );

  it('has precision, recall and F1 of each stated field', () => {
    expect(text).toContain('total                  2       2       2     100.0%  100.0%   1.000');
    expect(text).toContain('tax                    2       1       0       0.0%    0.0%   0.000');
    expect(text).not.toContain('due_date');
  });

  it('counts descriptions apart that only hold the true one', () => {
    const line_items = [{ description: { value: 'Steel cable' } }, { description: { value: 'Hook' } }];
    const read = answer({ line_items: [{ description: 'Steel cable, 3 m' }, { description: 'Hook' }] });
    expect(report('Native text', measure([asked({ line_items }, read)], standard))).toContain(
      'descriptions of rows: 2 right, 1 of them because one text holds the other',
    );
  });

  it('has silent errors with their upper bound', () => {
    expect(text).toContain(
      'silent errors, header fields at 0.85: 1 of 3 accepted = 33.33%, at most 86.46%; with 1 silent null 50.00%; alarms 0 of 2 = 0.0%',
    );
  });

  it('shows a dash where nothing can be computed', () => {
    expect(text).toContain('silent errors, cells of rows at 0.85: 0 of 0 accepted = -, at most 100.00%');
  });

  it('is short for a part: its fields, and the silent errors at the threshold', () => {
    const part = shortReport('Receipts', standard, measure([asked(truth, answer({ total: 120, tax: 21 }))], standard));
    expect(part).toMatch(
      /^== Receipts: 1 document ==\n.*^total .*^silent errors, header fields at 0\.85: 1 of 2 .*^silent errors, cells/ms,
    );
    expect(part).not.toMatch(/at 0\.70|HORIZONTAL_SUM/);
  });

  it('shows the progress of each document except those of the unseen third', () => {
    expect(progress(asked(truth, failed, { id: 'a' }))).toBe('a EXTRACTION_FAILED 0.01 s');
    expect(progress(asked(truth, failed, { id: 'a', third: 'unseen' }))).toBe('one of the unseen third, which is only counted');
  });

  it('prints the times separately', () => {
    expect(text).not.toMatch(/median/);
    expect(times([3000, 1000, 2000])).toBe('median 2.00 s, p95 3.00 s, longest 3.00 s');
  });
});
