import { expect, it } from 'vitest';
import { answer, asked } from '../scoring/answers.js';
import { sweep } from './sweep.js';

it('a sweep shows coverage and precision at each threshold, for native text and scans', () => {
  const truth = { fields: { total: { value: 120 }, tax: { value: 20 } }, line_items: [{ amount: { value: 3 } }] };
  const text = sweep([
    asked(truth, answer({ total: 120, tax: 21, line_items: [{ amount: 3 }, { amount: 4 }] }, { '$.tax': 0.72 })),
    asked(truth, answer({ total: null }), { textLayer: 'none' }),
  ]);
  const [native = '', scans = ''] = text.split('== Sweep, Scans ==');
  expect(native.match(/^[01]\.\d\d/gm)).toEqual(['0.50', '0.55', '0.60', '0.65', '0.70', '0.75', '0.80', '0.85', '0.90', '0.95', '1.00']);
  expect(native).toMatch(/^0\.70 +2 +100\.0% +50\.00% +2 +200\.0% +50\.00%$/m);
  expect(native).toMatch(/^0\.75 +1 +50\.0% +100\.00% +2 +200\.0% +50\.00%$/m);
  expect(native).toMatch(/^1\.00 +0 +0\.0% +- +0 +0\.0% +-$/m);
  expect(scans).toMatch(/^0\.50 +0 +0\.0% +- +0 +0\.0% +-$/m);
});
