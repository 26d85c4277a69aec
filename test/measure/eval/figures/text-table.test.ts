import { expect, it } from 'vitest';
import { textTable } from './text-table.js';

it('a table has its columns under each other, numbers to the right', () => {
  expect(
    textTable([
      ['', 'seen'],
      ['documents', '9'],
      ['total', '7 of 9'],
    ]),
  ).toEqual(['              seen', 'documents        9', 'total       7 of 9']);
});
