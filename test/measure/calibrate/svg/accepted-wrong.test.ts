import { describe, expect, it } from 'vitest';
import { comparisonOf, valuesOf } from '../compare/builders.js';
import { acceptedWrongPlot } from './accepted-wrong.js';
import { parsed } from './parsed.js';

const values = [...valuesOf(0.95, '+++++++++-'), ...valuesOf(0.7, '+x')];
const { elements, words } = parsed(
  acceptedWrongPlot([comparisonOf(values), comparisonOf(values, 'hasty')], { threshold: 0.85, date: '2026-11-23' }),
);

describe('the plot of accepted against wrong', () => {
  it('has a panel for each reader, with a line and a dot at the threshold for each way', () => {
    expect(elements.filter(({ name }) => name === 'polyline')).toHaveLength(8);
    expect(elements.filter(({ name }) => name === 'circle')).toHaveLength(8);
    expect(words).toEqual(expect.arrayContaining(['hasty readings', '12 native documents of 4 sources']));
  });

  it('names both axes, the number of values and the threshold', () => {
    expect(words).toEqual(
      expect.arrayContaining([
        'accepted, of all right values',
        'wrong, of all accepted values (log scale)',
        '11 values, 1 of them wrong; 1 planted',
        'at 0.85, the dots',
        '90.0 %',
        '10.00 %',
      ]),
    );
  });

  it('says when it was measured, and that sources were left out', () => {
    const caption = words.join(' ');
    expect(caption).toContain('weighed to make 20 % of all values.');
    expect(caption).toContain('Measured on 2026-11-23.');
    expect(caption).toContain('a table that was learned without its source');
  });

  it('has other colours on dark pages', () => {
    expect(words.join(' ')).toContain('prefers-color-scheme: dark');
  });

  it('draws nothing wrong at its lower edge', () => {
    const none = parsed(acceptedWrongPlot([comparisonOf(valuesOf(0.95, '++'))], { threshold: 0.85, date: '2026-11-23' }));
    const [line] = none.elements.filter(({ name }) => name === 'polyline');
    expect(new Set(line?.attributes['points']?.split(' ').map((point) => point.split(',')[1]))).toEqual(new Set(['408']));
  });
});
