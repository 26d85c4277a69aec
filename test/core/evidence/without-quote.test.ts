import { describe, expect, it } from 'vitest';
import { day, money, text } from '../builders.js';
import { capsOf, type GroundedClaim, groundedOn } from './caps-of.js';

const evidenceOf = (claim: GroundedClaim) => capsOf(claim, 'evidence');
const rows = { lines: { type: 'array', items: { type: 'object', properties: { description: text, quantity: money, amount: money } } } };

describe('a value whose quote is not printed as it was given', () => {
  it('is found with the words of its quote around it, if the quote runs across columns', () => {
    const page = 'Invoice ID      Invoice date     Due date\n77120           3 March 2026     2 April 2026';
    expect(
      evidenceOf({ page, fields: { due_date: day }, path: '$.due_date', value: '2 April 2026', said: { quote: 'Due date 2 April 2026' } }),
    ).toEqual(['evidence.gathered']);
  });

  it('is found with them in another reading order, and shows only what is printed in its row', () => {
    const page = '1   Garden chair   4   20.00   80.00\n    oak, folding\n2   Bench          1   90.00   90.00';
    const claim = {
      page,
      fields: rows,
      path: '$.lines[0].amount',
      value: '80.00',
      said: { quote: '1 Garden chair oak, folding 4 20.00 80.00' },
    };
    expect(evidenceOf(claim)).toEqual(['evidence.gathered']);
    expect(groundedOn(claim).evidence?.text).toBe('1 Garden chair 4 20.00 80.00');
  });

  it('is meant at the place that has the words of the quote around it, if it is printed several times', () => {
    const page = 'Tooling       50.00\nPaint         50.00\n\n\n\n\n\n\n\n\n\n\n\n\nSubtotal      50.00\nof all items';
    const claim = { page, fields: { subtotal: money }, path: '$.subtotal', value: '50.00', said: { quote: 'Subtotal of all items 50.00' } };
    expect(evidenceOf(claim)).toEqual(['evidence.gathered']);
    expect(groundedOn(claim).evidence?.text).toBe('Subtotal 50.00');
  });

  it('is found with a part of its quote', () => {
    const page = 'Membership fee  2026     75.00';
    expect(
      evidenceOf({ page, fields: rows, path: '$.lines[0].amount', value: '75.00', said: { quote: 'Membership fee 2026 per year 75.00' } }),
    ).toEqual(['evidence.quotedInPart']);
  });

  it('stands alone, if nothing of the quote does', () => {
    const page = 'Total     75.00';
    expect(
      evidenceOf({
        page,
        fields: { fee: money },
        path: '$.fee',
        value: '75.00',
        said: { quote: 'Yearly membership of the society 75.00' },
      }),
    ).toEqual(['evidence.valueOnly']);
  });

  it.each([
    ['few', 'evidence.amongFew', 'Chair 75.00\nTable 75.00'],
    ['many', 'evidence.amongMany', 'Chair 75.00\nTable 75.00\nBench 75.00\nStool 75.00'],
  ])('may be any of %s places', (_, name, page) => {
    expect(
      evidenceOf({
        page,
        fields: { fee: money },
        path: '$.fee',
        value: '75.00',
        said: { quote: 'Yearly membership of the society 75.00' },
      }),
    ).toEqual([name]);
  });

  it('may be the one of several places that has the label of its field', () => {
    const page = 'Chair      75.00\nTotal      75.00';
    expect(
      evidenceOf({
        page,
        fields: { total: money },
        path: '$.total',
        value: '75.00',
        said: { quote: 'Yearly membership of the society 75.00' },
      }),
    ).toEqual(['evidence.labelledAmongSeveral']);
  });

  it('is refuted by a page with text of its own that does not print it', () => {
    expect(
      evidenceOf({ page: 'Total 75.00', fields: { total: money }, path: '$.total', value: '57.00', said: { quote: 'Total 57.00' } }),
    ).toEqual(['evidence.notFound']);
  });

  it('is not the one that has its digits with other marks', () => {
    const claim = { page: 'Total 12.050', fields: { total: money }, path: '$.total', value: '120.50', said: { quote: 'Total 120.50' } };
    expect(evidenceOf(claim)).toEqual(['evidence.otherMarks']);
  });

  it('is refuted by a quote that does not say it, wherever else it is printed', () => {
    const page = 'Subtotal 57.00\nTotal 75.00';
    expect(evidenceOf({ page, fields: { total: money }, path: '$.total', value: '57.00', said: { quote: 'Total 75.00' } })).toEqual([
      'evidence.notFound',
    ]);
  });
});

describe('a number that a sign clings to', () => {
  it.each(['#20260517', 'n°20260517', 'No.20260517', 'Nº20260517'])('is printed whole in %s', (printed) => {
    const claim = {
      page: `Invoice ${printed}`,
      fields: { invoice_number: text },
      path: '$.invoice_number',
      value: '20260517',
      said: { quote: `Invoice ${printed}` },
    };
    expect(evidenceOf(claim)).toEqual(['evidence.exact']);
    expect(capsOf(claim, 'label')).toEqual(['label.match']);
  });

  it('is labelled by the word that clings to it', () => {
    const claim = {
      page: 'Rechnungs-Nr.:1425',
      fields: { invoice_number: text },
      path: '$.invoice_number',
      value: '1425',
      said: { quote: 'Rechnungs-Nr.:1425' },
    };
    expect(evidenceOf(claim)).toEqual(['evidence.exact']);
    expect(capsOf(claim, 'label')).toEqual(['label.match']);
  });

  it('is a part of another one without such a sign', () => {
    const claim = {
      page: 'Invoice 120260517',
      fields: { invoice_number: text },
      path: '$.invoice_number',
      value: '20260517',
      said: { quote: 'Invoice 120260517' },
    };
    expect(evidenceOf(claim)).not.toContain('evidence.exact');
  });

  it('stands in a bracket that a sentence closes later', () => {
    const claim = {
      page: 'Linen, April (42 pieces)  84.00',
      fields: rows,
      path: '$.lines[0].quantity',
      value: '42',
      said: { quote: 'Linen, April (42' },
    };
    expect(evidenceOf(claim)).not.toContain('evidence.notFound');
  });
});
