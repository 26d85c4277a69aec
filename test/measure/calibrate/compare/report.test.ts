import { describe, expect, it } from 'vitest';
import { comparisonOf, valuesOf } from './builders.js';
import { comparisonReport } from './report.js';

/** Two right values that the quote misses, two that the weighing likes less than the wrong ones do by their lowest cap. */
const values = [
  ...valuesOf(0.95, '++', { 'quote check': 0 }),
  ...valuesOf(0.9, '++', { weighing: 0.5 }),
  ...valuesOf(0.9, '-x', { weighing: 0.6, 'lowest cap': 0.3 }),
];
const comparison = comparisonOf(values);
const text = comparisonReport(comparison, 0.85);

describe('the report of a comparison', () => {
  it('says who read what', () => {
    expect(text).toMatch(/^== large readings: 5 values of 12 documents and 4 sources; 1 planted, which make 20% of the mass ==$/m);
  });

  it('says what each way keeps and lets pass at the threshold', () => {
    expect(text).toMatch(/^at 0\.85 +right values kept +wrong, as read +planted, accepted +AUC, as read +planted +ECE, as read$/m);
    expect(text).toMatch(/^model's own word +4 of 4 = 100\.00% +1 of 1 = 100\.00% +1 of 1 = 100\.00% +0\.750 +0\.750 +0\.120$/m);
    expect(text).toMatch(/^quote check +2 of 4 = 50\.00% +1 of 1 = 100\.00% +1 of 1 = 100\.00% +0\.250 /m);
    expect(text).toMatch(/^lowest cap +4 of 4 = 100\.00% +0 of 1 = 0\.00% +0 of 1 = 0\.00% +1\.000 +1\.000 +0\.120$/m);
    expect(text).toMatch(/^weighing +2 of 4 = 50\.00% +0 of 1 = 0\.00% /m);
  });

  it('says what the weighing does for header fields and for cells', () => {
    const cells = comparisonOf([...values, ...valuesOf(0.95, '+-').map((value) => ({ ...value, cell: true }))]);
    expect(comparisonReport(cells, 0.85)).toMatch(
      /^ {2}header fields +2 of 4 = 50\.00% .*\n {2}cells of rows +1 of 1 = 100\.00% +1 of 1 = 100\.00% +0 of 0 = - +0\.500 +- +0\.450$/m,
    );
  });

  it('says whether the weighing has fewer wrong values', () => {
    expect(text).toMatch(
      /from 1% to 100%\?\n {2}than the model's own word: no: .*\n {2}than the quote check: yes, but as many at 51 to 100%$/m,
    );
  });
});
