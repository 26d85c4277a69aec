import { describe, expect, it } from 'vitest';
import { Locator } from '../../../../core/evidence/page/locate.js';
import { indexPage, textOf } from '../../../../core/evidence/page/page-index.js';
import { line, page } from '../words.js';

const places = (words: Parameters<typeof page>[0], quote: string): readonly (readonly string[])[] => {
  const indexed = indexPage(page(words));
  return new Locator({ pages: [indexed], rows: indexed.rows }).find(quote).map(({ spans }) => spans.map(textOf));
};

describe('a number that a cell breaks over two lines', () => {
  const number = line('3567/2017-', { x: 300, y: 100 });
  const date = line('14-Dec-17', { x: 400, y: 105 });

  it('is found where its hyphen ends a line and the rest stands under it', () => {
    expect(places([...number, ...line('18', { x: 300, y: 112 }), ...date], '3567/2017-18')).toEqual([['3567/2017-', '18']]);
  });

  it('is not taken from the next column, nor where nothing breaks it', () => {
    expect(places([...number, ...line('18', { x: 400, y: 112 })], '3567/2017-18')).toEqual([]);
    expect(places([...line('356720', { x: 300, y: 100 }), ...line('17', { x: 300, y: 112 })], '35672017')).toEqual([]);
  });
});
