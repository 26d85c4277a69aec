import { expect, it } from 'vitest';
import { money } from '../builders.js';
import { capsOf, groundedOn, scanOf } from './caps-of.js';

const claim = (certainty: number) => ({
  page: scanOf('Total 120.00', certainty),
  fields: { total: money },
  path: '$.total',
  value: '120.00',
});

it.each([
  [0.95, 'evidence.obscured'],
  [0.7, 'evidence.blurred'],
  [0.4, 'evidence.hardlyRead'],
])('words that OCR read with a certainty of %d are what they are besides: the quote stands on the page', (certainty, name) => {
  expect(capsOf({ ...claim(certainty), said: { quote: 'Total 120.00' } }, 'evidence')).toEqual(['evidence.exact', name]);
});

it('words from an image are worth no more than the certainty of the least sure one', () => {
  const held = groundedOn(claim(0.7)).caps.find(({ name }) => name === 'evidence.blurred');
  expect(held).toMatchObject({ value: 0.7, heldTo: 0.7 });
});
