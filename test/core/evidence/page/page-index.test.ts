import { describe, expect, it } from 'vitest';
import { gapBetween, indexPage } from '../../../../core/evidence/page/page-index.js';
import { line, page } from '../words.js';

describe('indexPage', () => {
  it('lays words out in rows from the top, each from left to right', () => {
    const { rows } = indexPage(
      page([...line('1.234,50', { x: 300, y: 121 }), ...line('Summe netto', { y: 120 }), ...line('Rechnung', { y: 40, height: 20 })]),
    );
    expect(rows.map(({ text, number }) => [number, text])).toEqual([
      [0, 'Rechnung'],
      [1, 'Summe netto 1.234,50'],
    ]);
    expect(rows[1]?.box).toEqual({ x: 50, y: 120, width: 290, height: 11 });
  });

  it('keeps lines apart whose centres differ by more than 0.45 of the smaller height', () => {
    const { rows } = indexPage(
      page([...line('one', { y: 100 }), ...line('two', { x: 90, y: 104.5 }), ...line('three', { x: 150, y: 104.6 })]),
    );
    expect(rows.map(({ text }) => text)).toEqual(['one two', 'three']);
  });

  it('does not let a large word bridge two small lines', () => {
    const { rows } = indexPage(
      page([...line('A', { y: 90, height: 30 }), ...line('upper', { x: 90, y: 96 }), ...line('lower', { x: 90, y: 108 })]),
    );
    expect(rows.map(({ text }) => text)).toEqual(['A upper', 'lower']);
  });

  it('is not misled by boxes that are far higher than their type', () => {
    const tall = (text: string, y: number) => line(text, { y, height: 55 });
    const { rows } = indexPage(page([...tall('Item 9.95', 100), ...tall('Item 20.00', 120)]));
    expect(rows.map(({ text }) => text)).toEqual(['Item 9.95', 'Item 20.00']);
  });

  it('begins a new row with what stands under a word, where boxes are high and lines close', () => {
    const tall = (text: string, y: number) => line(text, { y, height: 55 });
    const { rows } = indexPage(page([...tall('Lanny Lane Ltd', 100), ...tall('82 Gorby Lane, Columbia', 111)]));
    expect(rows.map(({ text }) => text)).toEqual(['Lanny Lane Ltd', '82 Gorby Lane, Columbia']);
  });

  it('keeps a line together that is printed twice to look bold', () => {
    const { rows } = indexPage(page([...line('Total', { y: 100 }), ...line('Total', { x: 50.3, y: 100.3 })]));
    expect(rows.map(({ text }) => text)).toEqual(['Total Total']);
  });

  it('keeps hidden words in rows of their own', () => {
    const index = indexPage(page(line('Total 12,00'), line('Total 99,00')));
    expect(index.rows.map(({ text }) => text)).toEqual(['Total 12,00']);
    expect(index.hiddenRows.map(({ text }) => text)).toEqual(['Total 99,00']);
    expect(index.reading).toBe('Total 12,00');
  });

  it('reads in the order the converter gave', () => {
    const words = [...line('left column'), ...line('goes on', { y: 112 }), ...line('right', { x: 300 })];
    expect(indexPage(page(words)).reading).toBe('left column goes on right');
  });

  it('puts a word together that a line end broke', () => {
    const index = indexPage(page([...line('die liefe-'), ...line('rung, bitte', { y: 112 })]));
    expect(index.reading).toBe('die liefe- rung, bitte');
    expect(index.rejoined).toBe('die lieferung, bitte');
  });

  it('puts a name together only where its whole form stands elsewhere', () => {
    const broken = [...line('Muster-'), ...line('mann', { y: 112 })];
    expect(indexPage(page(broken)).rejoined).toBe('Muster- mann');
    expect(indexPage(page([...broken, ...line('Mustermann', { y: 200 })])).rejoined).toBe('Mustermann Mustermann');
  });

  it('leaves a hyphen inside a line alone', () => {
    expect(indexPage(page(line('ein- und ausgang'))).rejoined).toBe('ein- und ausgang');
  });

  it('has an answer for a page without words', () => {
    expect(indexPage(page([]))).toMatchObject({ rows: [], hiddenRows: [], reading: '', rejoined: '' });
  });
});

it('lets no speck that OCR took for a mark tear a line apart', () => {
  const seen = (text: string, x: number, y: number) => line(text, { x, y }).map((word) => ({ ...word, ocr: true }));
  const words = [...seen('|', 20, 95), ...seen('Total', 50, 97), ...seen('9.75', 200, 101), ...seen('Thanks', 50, 115)];
  const narrow = words.map((word) => (word.text === '|' ? { ...word, box: { ...word.box, width: 1 } } : word));
  expect(indexPage(page(narrow)).rows.map(({ text, number }) => [text, number])).toEqual([
    ['| Total 9.75', 0],
    ['Thanks', 1],
  ]);
});

it('gapBetween measures in heights of the smaller word', () => {
  const [left, right] = line('ab cd');
  if (!left || !right) throw new Error('two words');
  expect(gapBetween(left, right)).toBe(0.25);
});
