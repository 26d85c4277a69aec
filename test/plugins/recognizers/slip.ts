import { at, rawPdf } from '../converters/raw-pdf.js';

/** The lines of text on the slip. */
export const lines = [
  'Invoice number 2024-0317',
  'Date 17.03.2024 and the day it is due',
  'For the goods with thanks to you',
  'Subtotal 1.234,56',
  'Tax 19 % 234,57',
  'Total amount 1.469,13',
];

/** A page as small as a slip, because a whole page takes seconds: lines of text, rotated counter-clockwise about the centre. */
export function slip(print: readonly string[] = lines, { degrees = 0, rotate = 0 } = {}): Uint8Array {
  const content = print.map((line, index) => at(60, 210 - index * 28, line)).join('');
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const matrix = [cos, sin, -sin, cos].map((value) => value.toFixed(5)).join(' ');
  return rawPdf([
    {
      content: `q 1 0 0 1 200 130 cm ${matrix} 0 0 cm 1 0 0 1 -200 -130 cm\n${content}Q\n`,
      entries: `/MediaBox [0 0 400 260] /Rotate ${rotate}`,
    },
  ]);
}
