import { describe, expect, it } from 'vitest';
import { parsed } from '../../calibrate/svg/parsed.js';
import { accepted, held, vetoed } from './builders.js';
import { weighingPlot } from './plot.js';

const values = [
  { title: 'One doubt', entry: accepted },
  { title: 'A doubt alone', entry: held },
  { title: 'A veto', entry: vetoed },
];
const { elements, words } = parsed(weighingPlot(values, 0.85));

/** The horizontal ends of each bar, where it begins and where it points; the last three are those of the key. */
const bars = elements
  .filter(({ name }) => name === 'polygon')
  .map(({ attributes }) => attributes['points']?.split(' ').map((point) => Number(point.split(',')[0])) ?? [])
  .map(([from = 0, , to = 0]) => ({ from, to }));

describe('the plot of evidence that adds up', () => {
  it('points to the right for the value and to the left against it, each bar from the end of the one before', () => {
    const [prior, quote, rest, likely] = bars;
    expect([prior, quote, rest, likely].map((bar) => Math.sign((bar?.to ?? 0) - (bar?.from ?? 0)))).toEqual([1, 1, 1, -1]);
    expect([quote?.from, rest?.from, likely?.from]).toEqual([prior?.to, quote?.to, rest?.to]);
  });

  it('all panels have the same axes', () => {
    const starts = [bars[0], bars[4], bars[6]].map((bar) => bar?.from);
    expect(new Set(starts).size).toBe(1);
  });

  it('gives each weight its sign, so that colour is not all that tells', () => {
    expect(words).toEqual(expect.arrayContaining(['+2.00', '+1.50', '+0.15', '−1.00', '≤ 0.60']));
  });

  it('says which value it is, the sum, the score and what becomes of it', () => {
    expect(words).toEqual(expect.arrayContaining(['One doubt', 'seller.name: “Fern & Co”', '+2.65', 'score 0.93: accepted']));
    expect(words).toEqual(expect.arrayContaining(['−1.00', 'score 0.27: held']));
    expect(words).toContain('would be 0.97; the veto leaves 0.60: held');
  });

  it('ends at the score, and at what a veto leaves of it', () => {
    const ends = elements.filter(({ name }) => name === 'circle').map(({ attributes }) => Number(attributes['cx']));
    expect(ends).toEqual([bars[3]?.to, bars[5]?.to, bars[8]?.to]);
  });

  it('names the scores and the threshold, and has other colours on dark pages', () => {
    expect(words).toEqual(expect.arrayContaining(['0.5', '0.85', '0.95', '0.99']));
    expect(words.join(' ')).toContain('prefers-color-scheme: dark');
  });
});
