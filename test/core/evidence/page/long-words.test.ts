import { expect, it } from 'vitest';
import { labelsBeside } from '../../../../core/evidence/labels/nearby/label-beside.js';
import { indexDocument } from '../../../../core/evidence/page/document-index.js';
import { documentOf } from '../../builders.js';

// Both took time that grew with the square of the length: a sheet of a few kilobytes held a server for a minute. These would not end.
const long = 1_000_000;

it('a quote with a million marks is looked for at once', () => {
  const index = indexDocument(documentOf('Total 42.00'));
  expect(index.find(`${'('.repeat(long)}Total${'('.repeat(long)}.`)).toHaveLength(1);
});

it('what stands left of a value may be a million letters long', () => {
  const index = indexDocument(documentOf(`${'a'.repeat(long)} 42.00`));
  const [spot] = index.numbers;
  expect(spot && labelsBeside(spot, index).labels).toEqual([]);
});
