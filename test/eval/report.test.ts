import { describe, expect, it } from 'vitest';
import { answer, asked } from './answers.js';
import { measure } from './measure.js';
import { report, times } from './report.js';

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

  it('has silent errors with their upper bound', () => {
    expect(text).toContain(
      'silent errors, header fields at 0.85: 1 of 3 accepted = 33.33%, at most 86.46%; with 1 silent null 50.00%; alarms 0 of 2 = 0.0%',
    );
  });

  it('shows a dash where nothing can be reckoned', () => {
    expect(text).toContain('silent errors, cells of rows at 0.85: 0 of 0 accepted = -, at most 100.00%');
  });

  it('keeps the times apart', () => {
    expect(text).not.toMatch(/median/);
    expect(times([3000, 1000, 2000])).toBe('median 2.00 s, p95 3.00 s, longest 3.00 s');
  });
});
