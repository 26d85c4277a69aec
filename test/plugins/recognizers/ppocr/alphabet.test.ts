import { expect, it } from 'vitest';
import { alphabetFrom } from '../../../../plugins/recognizers/ppocr/alphabet.js';

it('begins with no character and ends with a space', () => {
  expect(alphabetFrom('a\n疗\r\nb\n')).toEqual(['', 'a', '疗', 'b', ' ']);
});

it('has figures and signs of Chinese width in ours, and others as they are', () => {
  expect(alphabetFrom('２\n（\n￥\n²')).toEqual(['', '2', '(', '¥', '²', ' ']);
});
