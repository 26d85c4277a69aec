import { describe, expect, it } from 'vitest';
import { answer, failed } from './answers.js';
import { judge } from './judge.js';

describe('an answer held against the truth', () => {
  it('is right, wrong or null for each stated field, with its score', () => {
    const fields = { total: { value: 120 }, tax: { value: 20 }, subtotal: { value: 100 } };
    const { header } = judge({ id: 'a', fields }, answer({ total: 120, tax: 21, subtotal: null }, { '$.tax': 0.4 }));
    expect(header).toMatchObject([
      { field: 'subtotal', path: '$.subtotal', verdict: 'null', score: 0.99 },
      { field: 'tax', path: '$.tax', verdict: 'wrong', score: 0.4 },
      { field: 'total', path: '$.total', verdict: 'right', score: 0.99 },
    ]);
  });

  it('keeps what was stated and what was answered, and where', () => {
    const line_items = [{ amount: { value: 3 } }, { amount: { value: 4 } }];
    const { header, cells } = judge(
      { id: 'a', fields: { total: { value: 7 } }, line_items },
      answer({ total: 70, line_items: [{ amount: 4 }, { amount: 9 }] }),
    );
    expect(header).toMatchObject([{ truth: 7, value: 70, row: null, reason: 'Exact match', words: '70' }]);
    expect(cells.map(({ path, row, truth, value }) => ({ path, row, truth, value }))).toEqual([
      { path: null, row: 0, truth: 3, value: null },
      { path: '$.line_items[0].amount', row: 1, truth: 4, value: 4 },
      { path: '$.line_items[1].amount', row: null, truth: null, value: 9 },
    ]);
  });

  it('is not scored where the truth is silent', () => {
    expect(judge({ id: 'a', fields: {} }, answer({ total: 120 })).header).toEqual([]);
  });

  it('misses nothing that nobody can read on the page', () => {
    const truth = { id: 'a', fields: { currency: { value: 'EUR', visible: false } } };
    expect(judge(truth, answer({ currency: null })).header).toEqual([]);
    expect(judge(truth, answer({ currency: 'EUR' })).header).toMatchObject([{ verdict: 'right' }]);
    expect(judge(truth, answer({ currency: 'USD' })).header).toMatchObject([{ verdict: 'wrong' }]);
  });

  it('is null everywhere when the extraction failed', () => {
    const truth = { id: 'a', fields: { total: { value: 1 } }, line_items: [{ amount: { value: 1 } }] };
    expect(judge(truth, failed)).toMatchObject({
      header: [{ field: 'total', path: '$.total', verdict: 'null', score: 0 }],
      cells: [{ field: 'amount', path: null, verdict: 'null', score: 0 }],
      rows: { stated: 1, found: 0, right: 0 },
    });
  });

  it('has a row right when all its stated cells are', () => {
    const line_items = [
      { description: { value: 'Tea' }, amount: { value: 3 } },
      { description: { value: 'Cake' }, amount: { value: 4 } },
    ];
    const data = {
      line_items: [
        { description: 'Tea', quantity: 9, amount: 3 },
        { description: 'Cake', quantity: 9, amount: 5 },
      ],
    };
    expect(judge({ id: 'a', fields: {}, line_items }, answer(data)).rows).toEqual({ stated: 2, found: 2, right: 1 });
  });

  it('has a row right whose description goes further, and says so', () => {
    const line_items = [{ description: { value: 'Tea' }, amount: { value: 3 } }];
    const { cells, rows } = judge({ id: 'a', fields: {}, line_items }, answer({ line_items: [{ description: 'Tea, black', amount: 3 }] }));
    expect(cells.map(({ verdict, held }) => [verdict, held])).toEqual([
      ['right', true],
      ['right', false],
    ]);
    expect(rows).toEqual({ stated: 1, found: 1, right: 1 });
  });

  it('has every value of an invented row wrong', () => {
    const line_items = [{ amount: { value: 3 } }];
    const data = { line_items: [{ amount: 3 }, { amount: 40 }] };
    const { cells, rows } = judge({ id: 'a', fields: {}, line_items }, answer(data, { '$.line_items[1].amount': 0.5 }));
    expect(cells).toMatchObject([
      { field: 'amount', path: '$.line_items[0].amount', verdict: 'right', score: 0.99 },
      { field: 'amount', path: '$.line_items[1].amount', verdict: 'wrong', score: 0.5 },
    ]);
    expect(rows).toEqual({ stated: 1, found: 2, right: 1 });
  });

  it('has its rows ignored where the truth states none', () => {
    expect(judge({ id: 'a', fields: {}, line_items: null }, answer({ line_items: [{ amount: 3 }] })).rows).toEqual({
      stated: 0,
      found: 0,
      right: 0,
    });
  });
});
