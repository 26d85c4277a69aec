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

it('the foreground is what is darker than a light background', () => {
  expect(binarize(letters)).toEqual({ columns: Uint8Array.of(0, 1, 1, 0, 0, 0, 1, 0), top: 1, bottom: 3 });
});

it('the foreground is what is lighter than a dark background', () => {
  expect(binarize(negative(letters))).toEqual(binarize(letters));
});

it('a rule across the line is not foreground', () => {
  expect(binarize(picture('........', '.##...#.', '........', '########', '........'))).toMatchObject({ top: 1, bottom: 2 });
});

it('a blank line has no foreground, and the height of all its rows', () => {
  expect(binarize(picture('....', '....'))).toEqual({ columns: new Uint8Array(4), top: 0, bottom: 2 });
});
