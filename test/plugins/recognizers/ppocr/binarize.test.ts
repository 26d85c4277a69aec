import { expect, it } from 'vitest';
import type { GreyImage } from '../../../../plugins/recognizers/ocr/picture.js';
import { binarize } from '../../../../plugins/recognizers/ppocr/binarize.js';

/** '#' is black, '.' white. */
const picture = (...rows: readonly string[]): GreyImage => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  dots: Uint8Array.from(rows.join(''), (dot) => (dot === '#' ? 0 : 255)),
});
const negative = ({ dots, ...size }: GreyImage): GreyImage => ({ ...size, dots: dots.map((dot) => 255 - dot) });

const letters = picture('........', '.##...#.', '.##...#.', '........');

it('is what is darker than the paper', () => {
  expect(binarize(letters)).toEqual({ columns: Uint8Array.of(0, 1, 1, 0, 0, 0, 1, 0), top: 1, bottom: 3 });
});

it('is what is lighter than the paper where that is dark', () => {
  expect(binarize(negative(letters))).toEqual(binarize(letters));
});

it('is no rule that runs from end to end', () => {
  expect(binarize(picture('........', '.##...#.', '........', '########', '........'))).toMatchObject({ top: 1, bottom: 2 });
});

it('is nowhere on blank paper, whose rows all count', () => {
  expect(binarize(picture('....', '....'))).toEqual({ columns: new Uint8Array(4), top: 0, bottom: 2 });
});
