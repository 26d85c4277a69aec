import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../core/index.js';
import { DocumentIndex } from '../../../core/text.js';
import { documentOf, pageOf } from '../../core/builders.js';
import { exhibitOf, formsAt, ownPrint, truthAt } from '../../kit/exhibit.js';
import { recordedExhibit } from '../../kit/recorded-exhibit.js';
import { isRight } from '../../kit/same-value.js';
import { cellsOf, headerPath, leavesOf, linePath, withCertainty } from '../../kit/sheet.js';
import { invoicePage, invoiceTruth, typedExhibit } from './typed-exhibit.js';

const rowOf = (sheet: ReturnType<typeof typedExhibit>['sheet']) =>
  sheet.lines.map(({ description, quantity, unit_price, amount }) =>
    [description, quantity, unit_price, amount].map((mark) => mark?.value),
  );

describe('the right reading of a document', () => {
  it('notes each value as printed, with its whole row and its page', () => {
    const { header } = typedExhibit().sheet;
    expect(header.issue_date).toMatchObject({
      value: '03.04.2025',
      quote: 'Invoice number: RE-4711-8 Invoice date: 03.04.2025',
      page: 1,
    });
    expect(header.total).toMatchObject({ value: '768,74', quote: 'Total 768,74' });
    expect(header.seller_name).toMatchObject({ value: 'Kranbau Nord GmbH', quote: 'Kranbau Nord GmbH Invoice' });
  });

  it('takes the place that the label of the field names', () => {
    const page = 'Received: 50,00\nTotal: 50,00\nCarried over: 50,00';
    const { header } = typedExhibit({ fields: { total: { value: 50 } }, line_items: null }, page).sheet;
    expect(header.total?.quote).toBe('Total: 50,00');
  });

  it('assigns items to rows in order, also where numbers repeat', () => {
    const line = { description: { value: 'Bolt' }, quantity: { value: 2 }, amount: { value: 5 } };
    const page = 'Description   Quantity   Amount\nBolt   2   5,00\nBolt   2   5,00\nTotal: 10,00';
    const { lines } = typedExhibit({ fields: {}, line_items: [line, line] }, page).sheet;
    expect(lines.map(({ amount }) => amount?.place?.order)).toEqual([1, 2]);
  });

  it('distinguishes columns of a row by position where they print the same number', () => {
    const line = { description: { value: 'Visit' }, quantity: { value: 1 }, unit_price: { value: 1 }, amount: { value: 1 } };
    const page = 'Description   Quantity   Price   Amount\nVisit   1   1   1';
    const { lines } = typedExhibit({ fields: {}, line_items: [line] }, page).sheet;
    expect([lines[0]?.quantity, lines[0]?.unit_price, lines[0]?.amount].map((mark) => mark?.place?.from)).toEqual([1, 2, 3]);
  });

  it('reads the cells of every row', () => {
    expect(rowOf(typedExhibit().sheet)).toEqual([
      ['Steel cable', '3', '120,50', '361,50'],
      ['Winch service', '2', '80,25', '160,50'],
      ['Hook', '10', '12,40', '124,00'],
    ]);
  });

  it('leaves out and lists values that truth states and no page prints', () => {
    const { sheet, notFound } = typedExhibit({ fields: { total: { value: 1.23 }, tax: { value: 122.74 } } });
    expect([Object.keys(sheet.header), notFound]).toEqual([['tax'], ['$.total']]);
  });

  it('also has values of a scan that OCR misread, without a place', () => {
    const line = { description: { value: 'Hook' }, amount: { value: 124 } };
    const page = pageOf('Hook                124.00\nTotal: 126.00', 1, { textLayer: 'ocr' });
    const { sheet, notFound } = exhibitOf('scan', documentOf(page), {
      id: 'scan',
      fields: { total: { value: 124.5 } },
      line_items: [line, { ...line, description: { value: 'Rope' } }],
    });
    expect(notFound).toEqual([]);
    expect(sheet.header.total).toEqual({ value: '124.50', quote: 'Total: 124.50', page: 1 });
    expect(rowOf(sheet).map(([description]) => description)).toEqual(['Hook', 'Rope']);
    expect(sheet.lines[1]?.description).toEqual({ value: 'Rope', quote: 'Rope', page: 1 });
  });

  it('leaves out invisible values', () => {
    const { sheet, notFound } = typedExhibit({ fields: { total: { value: 768.74, visible: false } }, line_items: null });
    expect([leavesOf(sheet), notFound]).toEqual([[], []]);
  });

  it('follows truth that states where a value is printed', () => {
    const printed = { text: '€ 50,00', page: 1, row: 'Received: 50,00' };
    const truth = { fields: { total: { value: 50, printed } }, line_items: null };
    expect(typedExhibit(truth, 'Received: 50,00\nTotal: 50,00').sheet.header.total).toMatchObject({
      value: '50,00',
      quote: 'Received: 50,00',
    });
    expect(typedExhibit(truth, 'Nothing').sheet.header.total).toEqual({ value: '€ 50,00', quote: 'Received: 50,00', page: 1 });
  });

  it('finds a single IBAN by its check digits, and none where there are two', () => {
    expect(typedExhibit().iban?.value).toBe('DE89 3704 0044 0532 0130 00');
    const two = 'IBAN DE89 3704 0044 0532 0130 00\nIBAN GB29 NWBK 6016 1331 9268 19';
    expect(typedExhibit({ fields: {}, line_items: null }, two).iban).toBeUndefined();
  });
});

it('knows the true value of each path', () => {
  const exhibit = typedExhibit();
  expect(['$.total', '$.line_items[1].unit_price', '$.order_number'].map((path) => truthAt(exhibit, path))).toEqual([
    768.74,
    80.25,
    undefined,
  ]);
});

const indexOf = (...pages: readonly string[]) => new DocumentIndex(documentOf(...pages));
const total = { path: '$.total', name: 'total' } as const;
const seller = { path: '$.seller_name', name: 'seller_name' } as const;

describe('what a person notes on a scan where OCR misread', () => {
  it('is printed as the document prints, in the row of the label', () => {
    const index = indexOf('Subtotal: 1.000,00\nVAT: 190,50\nTotal: 1.180,50');
    expect(ownPrint(total, { value: 1190.5 }, index)).toEqual({ value: '1190,50', quote: 'Total: 1190,50', page: 1 });
  });

  it('is in the row with the smallest misreading', () => {
    const index = indexOf('Total: 77.00\nTotal: 50.08');
    expect(ownPrint(total, { value: 50 }, index).quote).toBe('Total: 50.00');
  });

  it('has no row where no label was found', () => {
    expect(ownPrint(seller, { value: 'Kranbau Nord GmbH' }, indexOf('Krnbau N0rd'))).toEqual({
      value: 'Kranbau Nord GmbH',
      quote: 'Kranbau Nord GmbH',
      page: 1,
    });
  });

  it('names no page of several where nothing was found on any', () => {
    expect(ownPrint(seller, { value: 'Kranbau Nord GmbH' }, indexOf('One', 'Two')).page).toBeNull();
  });
});

const cell = (path: string, value: string | null, more: Partial<Cell> = {}): Cell => ({
  ...{ path, value, quote: value, page: value === null ? null : 1, confidence: 'certain', reason: 'exact' },
  ...more,
});

const cellsOfRow = (row: number, description: string, amount: string): readonly Cell[] => [
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
    const exhibit = recorded(
      [...cellsOfRow(0, 'Steel cable', '361,50'), ...cellsOfRow(1, 'Carried over', '9,99'), ...cellsOfRow(2, 'Hook', '124,00')],
      {
        line_items: [0, 2].map((row) => invoiceTruth.line_items?.[row] ?? {}),
      },
    );
    expect([0, 1, 2].map((row) => truthAt(exhibit, linePath(row, 'amount')))).toEqual([361.5, undefined, 124]);
    expect(exhibit.rows[1]).toBeNull();
  });

  it('knows nothing of its rows where the truth states none', () => {
    expect(recorded(cellsOfRow(0, 'Hook', '124,00'), { line_items: null }).rows).toEqual([{}]);
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
