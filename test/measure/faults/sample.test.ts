import { expect, it } from 'vitest';
import { sampleOf } from './sample.js';

const documents = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

it('takes the first by the hash of their ids, whatever else is in the list', () => {
  expect(sampleOf(documents, 2)).toEqual([{ id: 'd' }, { id: 'c' }]);
  expect(sampleOf(documents.slice(2), 2)).toEqual(sampleOf(documents, 2));
});

it('takes all where no number is given', () => {
  expect(sampleOf(documents)).toHaveLength(4);
});
