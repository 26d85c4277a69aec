import { describe, expect, it } from 'vitest';
import { supportFor } from '../../../../core/evidence/ocr/support.js';
import { leastLikely } from '../../../../core/index.js';
import { seenLine } from './seen-line.js';

/** How much less likely a text is than what the engine takes for likeliest; undefined where nothing resembles it. */
const likelihood = (text: string, print: string): number | undefined => supportFor(text, seenLine(print))?.likelihood;

/** Whether the picture speaks against a text, as it does where one character of it is not there. */
const denied = (text: string, print: string): boolean => (likelihood(text, print) ?? leastLikely) <= leastLikely;

describe('the picture of a line', () => {
  it('supports the text that its engine read, and no other text is as likely', () => {
    const support = supportFor('123.45', seenLine('Total 123.45'));
    expect(support?.likelihood).toBeCloseTo(0);
    expect(support?.lead).toBeGreaterThan(6);
  });

  it('supports what its engine took for less likely, by as much', () => {
    expect(likelihood('123.45', 'Total 128{3:-2}.45')).toBeCloseTo(-1.9);
  });

  it('says that another number is likelier than the one that is claimed', () => {
    expect(supportFor('123.45', seenLine('Total 128{3:-4}.45'))?.lead).toBeCloseTo(-3.9);
  });

  it('says where along the line the text stands', () => {
    const support = supportFor('cd', seenLine('ab cd ef'));
    expect(support?.from).toBeCloseTo(6 / 16);
    expect(support?.to).toBeCloseTo(9 / 16);
  });

  it('ignores case, accents, spaces and marks of a name', () => {
    for (const text of ['Müller & Söhne', 'MULLER SOHNE', 'muller-sohne']) expect(likelihood(text, 'Muller & Sohne')).toBeCloseTo(0);
  });

  it('does not ignore the marks of a number', () => {
    expect([denied('12345', '123.45'), denied('123,45', '123.45')]).toEqual([true, true]);
  });

  it('does not take a part of a number or a word for the whole', () => {
    expect([denied('23.45', '123.45'), denied('123', '123.45'), denied('art', 'Cartage')]).toEqual([true, true, true]);
  });

  it('finds a number that touches a word or a sign, or ends a sentence', () => {
    for (const print of ['RM123.45', '$123.45', 'of 123.45. Thanks']) expect(likelihood('123.45', print)).toBeCloseTo(0);
  });

  it('needs what lies between two equal digits', () => {
    expect(likelihood('1.00', '1.00')).toBeCloseTo(0);
    expect(denied('1.0', '1.00')).toBe(true);
  });

  it('says nothing of a text without a letter or digit, and of an empty line', () => {
    expect(likelihood('--', 'a -- b')).toBeUndefined();
    expect(supportFor('12', { box: { x: 0, y: 0, width: 0, height: 0 }, steps: [] })).toBeUndefined();
  });

  it('says nothing of a text that is too long to be one value, however long it is', () => {
    const line = seenLine('12');
    for (const text of ['12'.repeat(41), '1'.repeat(1_000_000), `12${'-'.repeat(1_000_000)}`])
      expect(supportFor(text, line)).toBeUndefined();
  });

  it('has no rival for a text without digits', () => {
    expect(supportFor('Total', seenLine('Total'))?.lead).toBe(Number.POSITIVE_INFINITY);
  });
});
