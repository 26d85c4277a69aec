import { describe, expect, it } from 'vitest';
import { predictionsOf } from '../learning/sample-builders.js';
import { parsed } from './parsed.js';
import { reliabilityPlot, riskCoveragePlot } from './plots.js';

const before = [...predictionsOf(0.6, { n: 10, right: 8 }), ...predictionsOf(0.95, { n: 40, right: 38 })];
const after = [...predictionsOf(0.8, { n: 10, right: 8 }), ...predictionsOf(0.96, { n: 40, right: 38 })];

describe('the reliability plot', () => {
  const { elements, words } = parsed(reliabilityPlot('local & co, native documents', before, after));

  it('has a point for each bin at its score and rate', () => {
    const [low, high] = elements.filter(({ name }) => name === 'circle').map(({ attributes }) => attributes);
    expect(words.filter((text) => text.startsWith('score 0'))).toEqual([
      'score 0.600: 80.0 % of 10 right',
      'score 0.950: 95.0 % of 40 right',
      'score 0.800: 80.0 % of 10 right',
      'score 0.960: 95.0 % of 40 right',
    ]);
    expect(Number(low?.['cx'])).toBeLessThan(Number(high?.['cx']));
    expect(Number(low?.['cy'])).toBeGreaterThan(Number(high?.['cy']));
    expect(Number(low?.['r'])).toBeLessThan(Number(high?.['r']));
  });

  it('says what it shows: title, axes, error and number of values', () => {
    expect(words).toEqual(expect.arrayContaining(['local & co, native documents', 'score', 'of these were right', '100 %']));
    expect(words).toContain('start values: ECE 0.040, n 50');
  });

  it('has a white background', () => {
    expect(elements.find(({ name }) => name === 'rect')?.attributes).toMatchObject({ fill: '#ffffff' });
  });
});

describe('the risk-coverage plot', () => {
  const { elements, words } = parsed(riskCoveragePlot('local', before, after));

  it('has a curve from the surest values to all of them, without and with calibration', () => {
    const curves = elements.filter(({ name }) => name === 'polyline').map(({ attributes }) => attributes['points']?.split(' ') ?? []);
    expect(curves.map((points) => points.length)).toEqual([2, 2]);
    expect(curves.map((points) => points.at(-1)?.split(',')[0])).toEqual(['640', '640']);
  });

  it('says how much is accepted at which error at the usual thresholds', () => {
    expect(words).toContain('0.85: 80 % at 5.0 %');
    expect(words).toContain('0.70: 100 % at 8.0 %');
    expect(words).toEqual(expect.arrayContaining(['accepted values (coverage)', 'of these wrong (risk)', 'local, n 50']));
  });
});
