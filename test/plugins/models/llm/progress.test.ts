import { describe, expect, it } from 'vitest';
import { rowCounter, windowProgress } from '../../../../plugins/models/llm/progress.js';

const text = JSON.stringify({
  fields: [['total', '12.00', '1', 'a "quoted" ] label']],
  tables: [
    {
      name: 'lines',
      page: 1,
      columns: ['a', 'b'],
      rows: [
        ['x]', '{'],
        ['y \\" ]', null],
        [null, null],
      ],
    },
    { name: 'lines', page: 2, columns: ['a', 'b'], rows: [] },
    { name: 'tags', page: 2, columns: [''], rows: [['z']] },
  ],
});

describe('the rows of an answer that is streamed', () => {
  it('are counted in whatever pieces they come', () => {
    expect(rowCounter()(text)).toBe(4);
    const count = rowCounter();
    expect([...text].reduce((rows, character) => rows + count(character), 0)).toBe(4);
  });
});

describe('the progress of a reading', () => {
  it('loses the rows of an answer that failed', () => {
    const told: unknown[] = [];
    const observer = { begin: () => ({ ...observer, end: () => undefined }), progress: (step: unknown) => told.push(step) };
    const progress = windowProgress(observer, 3);
    const [lost, kept] = [progress.call(), progress.call()];
    lost.onText(text);
    kept.onText(text);
    lost.forget();
    progress.pagesRead(2);
    expect(told).toEqual([
      { pages: 0, ofPages: 3, rows: 4 },
      { pages: 0, ofPages: 3, rows: 8 },
      { pages: 0, ofPages: 3, rows: 4 },
      { pages: 2, ofPages: 3, rows: 4 },
    ]);
  });

  it('is told to nobody where nobody listens', () => {
    expect(() => windowProgress(undefined, 3).call().onText(text)).not.toThrow();
    expect(() =>
      windowProgress(
        {
          begin: () => ({
            begin: () => {
              throw new Error('unused');
            },
            end: () => undefined,
          }),
        },
        3,
      ).pagesRead(1),
    ).not.toThrow();
  });
});
