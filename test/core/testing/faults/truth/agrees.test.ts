import { describe, expect, it } from 'vitest';
import { agreement, agrees } from '../../../../../core/testing/faults/truth/agrees.js';

describe('an answered value', () => {
  it.each([
    ['total', 66005.33, 66005.33, true],
    ['total', 100, 100.0, true],
    ['total', 100, 100.01, false],
    ['total', 100, '100', false],
    ['issue_date', '2025-04-03', '2025-04-03', true],
    ['issue_date', '2025-04-03', '2025-04-03T00:00:00Z', true],
    ['issue_date', '2025-04-03', '2025-03-04', false],
    ['issue_date', '2025-04-03', '3 April 2025', false],
    ['seller_name', 'Swissôtel Estonia OÜ', 'SWISSOTEL ESTONIA OU', true],
    ['seller_name', 'ACME Ltd.', 'Acme, Ltd', true],
    ['seller_name', 'ACME Ltd', 'ACME', false],
    ['invoice_number', 'RE-2025-7', ' RE-2025-7 ', true],
    ['invoice_number', 'RE-2025-7', 're-2025-7', false],
    ['currency', 'EUR', '€', false],
  ] as const)('for %s %s is %s: %s', (field, truth, value, right) => {
    expect(agrees(field, truth, value)).toBe(right);
  });
});

describe('a description', () => {
  it.each([
    ['Steel cable', 'steel  cable', 'equal'],
    ['Steel cable', 'Steel cable, 3 m', 'held'],
    ['Steel cable, 3 m', 'Cable 3', 'held'],
    ['Steel cable', 'Ste', 'held'],
    ['Steel cable', 'St', 'none'],
    ['Steel cable', 'Hook', 'none'],
  ] as const)('%s read as %s: %s', (truth, value, found) => {
    expect(agreement('description', { value: truth }, value)).toBe(found);
  });

  it('may agree with another form, and other names with none that only holds them', () => {
    expect(agreement('description', { value: 'Hook', also: ['Steel cable'] }, 'steel cable')).toBe('equal');
    expect(agreement('seller_name', { value: 'Acme Ltd' }, 'Acme')).toBe('none');
    expect(agreement('description', { value: 'Hook' }, null)).toBe('none');
  });
});
