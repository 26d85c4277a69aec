import { describe, expect, it } from 'vitest';
import { exhibitOf, truthAt } from '../../../../../core/testing/faults/exhibits/exhibit.js';
import { leavesOf } from '../../../../../core/testing/faults/exhibits/sheet.js';
import { documentOf, pageOf } from '../../../builders.js';
import { typedExhibit } from './typed.js';

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
