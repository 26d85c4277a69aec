import { describe, expect, it } from 'vitest';
import { agrees } from './agrees.js';

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
