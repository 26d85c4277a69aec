import { describe, expect, it } from 'vitest';
import type { FaultExhibit } from '../../../kit/exhibit.js';
import { type FaultMark, headerPath, withHeader } from '../../../kit/sheet.js';
import { typedExhibit } from '../typed-exhibit.js';
import { isBeyondThePage } from './beyond-the-page.js';

const dated = (...rows: readonly string[]) =>
  typedExhibit({ fields: { issue_date: { value: '2025-04-03' } }, line_items: null }, rows.join('\n'));

/** Reads a field as another printed value of the same document. */
function misread(exhibit: FaultExhibit, name: 'issue_date' | 'total', value: string): boolean {
  const spot = [...exhibit.index.dates, ...exhibit.index.numbers].find(({ text }) => text === value);
  const mark: FaultMark = { value, quote: spot?.row.text ?? null, page: 1, ...(spot && { place: spot }) };
  return isBeyondThePage(exhibit, { sheet: withHeader(exhibit.sheet, { [name]: mark }), targets: [headerPath(name)] });
}

describe('the page cannot reveal a wrong value', () => {
  it('that has the same words beside it as the right one', () => {
    expect(misread(dated('Date: 03.04.2025', 'Date: 05.06.2025'), 'issue_date', '05.06.2025')).toBe(true);
  });
});

describe('the page reveals a wrong value', () => {
  it('that has other words beside it', () => {
    expect(misread(dated('Date: 03.04.2025', 'Delivery date: 05.06.2025'), 'issue_date', '05.06.2025')).toBe(false);
  });

  it('whose right value is also printed under its own label', () => {
    expect(misread(dated('Date: 03.04.2025', 'Date: 05.06.2025', 'Invoice date: 03.04.2025'), 'issue_date', '05.06.2025')).toBe(false);
  });

  it('that has no words beside it', () => {
    expect(misread(dated('03.04.2025', '05.06.2025'), 'issue_date', '05.06.2025')).toBe(false);
  });

  it('that is printed nowhere', () => {
    expect(misread(dated('Date: 03.04.2025'), 'issue_date', '30.04.2025')).toBe(false);
  });

  it('that breaks a sum of right values', () => {
    const fields = { subtotal: { value: 100 }, tax: { value: 19 }, total: { value: 119 } };
    const exhibit = typedExhibit({ fields, line_items: null }, 'Subtotal: 100,00\nVAT: 19,00\nTotal: 119,00\nTotal: 120,00');
    expect(misread(exhibit, 'total', '120,00')).toBe(false);
    const alone = typedExhibit({ fields: { total: { value: 119 } }, line_items: null }, 'Total: 119,00\nTotal: 120,00');
    expect(misread(alone, 'total', '120,00')).toBe(true);
  });
});
