import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../../core/index.js';
import { formsAt, truthAt } from '../../../../../core/testing/faults/exhibits/exhibit.js';
import { recordedExhibit } from '../../../../../core/testing/faults/exhibits/recorded.js';
import { isRight } from '../../../../../core/testing/faults/exhibits/same-value.js';
import { cellsOf, headerPath, leavesOf, linePath, withCertainty } from '../../../../../core/testing/faults/exhibits/sheet.js';
import { documentOf } from '../../../builders.js';
import { invoicePage, invoiceTruth } from './typed.js';

const cell = (path: string, value: string | null, more: Partial<Cell> = {}): Cell => ({
  ...{ path, value, quote: value, page: value === null ? null : 1, confidence: 'certain', reason: 'exact' },
  ...more,
});

const rowOf = (row: number, description: string, amount: string): readonly Cell[] => [
  cell(linePath(row, 'description'), description, { quote: `${description} ${amount}` }),
  cell(linePath(row, 'amount'), amount, { quote: `${description} ${amount}` }),
];

const recorded = (cells: readonly Cell[], truth = {}) =>
  recordedExhibit('typed', { document: documentOf(invoicePage), truth: { ...invoiceTruth, ...truth }, cells });

describe('a recorded reading', () => {
  it('keeps the quotes, the words of confidence and the nulls of its reader', () => {
    const cells = [
      cell('$.due_date', null, { confidence: 'likely', reason: 'obscured' }),
      cell('$.total', '768,74', { quote: 'Total ... 768,74', confidence: 'unsure', reason: 'multiple' }),
    ];
    expect(cellsOf(recorded(cells).sheet)).toEqual(cells);
  });

  it('has its rows beside those of the truth, also where it lacks one or invents one', () => {
    const exhibit = recorded([...rowOf(0, 'Steel cable', '361,50'), ...rowOf(1, 'Carried over', '9,99'), ...rowOf(2, 'Hook', '124,00')], {
      line_items: [0, 2].map((row) => invoiceTruth.line_items?.[row] ?? {}),
    });
    expect([0, 1, 2].map((row) => truthAt(exhibit, linePath(row, 'amount')))).toEqual([361.5, undefined, 124]);
    expect(exhibit.rows[1]).toBeNull();
  });

  it('knows nothing of its rows where the truth states none', () => {
    expect(recorded(rowOf(0, 'Hook', '124,00'), { line_items: null }).rows).toEqual([{}]);
  });

  it('is right in every form that the truth lists, and wrong in others', () => {
    const invoice_number = { value: '4711', also: ['RE-4711-8'] };
    const exhibit = recorded([cell('$.invoice_number', 'RE-4711-8'), cell('$.total', '700,00'), cell('$.due_date', null)], {
      fields: { ...invoiceTruth.fields, invoice_number },
    });
    expect(formsAt(exhibit, '$.invoice_number')).toEqual(['4711', 'RE-4711-8']);
    expect(leavesOf(exhibit.sheet).map((leaf) => [leaf.path, isRight(exhibit, leaf)])).toEqual([
      ['$.invoice_number', true],
      ['$.due_date', false],
      ['$.total', false],
    ]);
  });

  it('has a currency right by its code, by its sign, and by one that it shares with others', () => {
    const right = (value: string, currency: string) => {
      const exhibit = recorded([cell('$.currency', value)], { fields: { currency: { value: currency } } });
      return leavesOf(exhibit.sheet).map((leaf) => isRight(exhibit, leaf));
    };
    expect([right('EUR', 'EUR'), right('€', 'EUR'), right('$', 'CAD'), right('$', 'EUR')].flat()).toEqual([true, true, true, false]);
  });

  it('has a value at the place that its quote names', () => {
    const page = 'Received: 50,00\nTotal: 50,00\nCarried over: 50,00';
    const truth = { ...invoiceTruth, fields: { total: { value: 50 } }, line_items: null };
    const cells = [cell('$.total', '50,00', { quote: 'Total: 50,00' })];
    expect(recordedExhibit('typed', { document: documentOf(page), truth, cells }).sheet.header.total?.place?.order).toBe(1);
  });

  it('is certain of a planted value, whatever its reader said there', () => {
    const { sheet } = recorded([cell('$.total', '1,00', { confidence: 'guess' }), cell('$.tax', '122,74', { confidence: 'likely' })]);
    const said = cellsOf(withCertainty(sheet, [headerPath('total')])).map(({ path, confidence }) => [path, confidence]);
    expect(said).toEqual([
      ['$.tax', 'likely'],
      ['$.total', 'certain'],
    ]);
  });
});
