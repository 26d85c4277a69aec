import { describe, expect, it } from 'vitest';
import { answer, asked } from '../scoring/answers.js';
import { goals } from './goals.js';

const standard = { threshold: 0.85, required: ['total'] };
const fields = { total: { value: 120 }, issue_date: { value: '2025-03-04' }, seller_name: { value: 'Acme' }, currency: { value: 'EUR' } };
const right = { total: 120, issue_date: '2025-03-04', seller_name: 'Acme', currency: 'EUR' };

describe('the goals', () => {
  const text = goals(
    [
      asked({ fields, line_items: [{ amount: { value: 3 } }] }, answer({ ...right, line_items: [{ amount: 3 }] })),
      asked({ fields }, answer(right, { '$.currency': 0.5 })),
      asked({ fields: { total: { value: 120 } } }, answer({ total: 12 })),
      asked({ fields }, answer({ ...right, total: 12 }), { third: 'unseen' }),
      asked({ fields }, answer({ total: null }), { textLayer: 'none' }),
    ],
    standard,
  );
  const native = text.slice(0, text.indexOf('Scans'));
  const scans = text.slice(text.indexOf('Scans'));

  it('stand side by side for the seen and the unseen third', () => {
    expect(native).toMatch(/^== Goals at 0\.85 == +seen +unseen\nNative text, documents +3 +1$/m);
    expect(native).toMatch(/^ +total right +2 of 3 = 66\.7% +0 of 1 = 0\.0%$/m);
    expect(native).toMatch(/^ +header F1 +0\.889 +0\.750$/m);
    expect(native).toMatch(/^ +line-item rows F1 +1\.000 +-$/m);
  });

  it('have the precision of accepted header fields and cells', () => {
    expect(native).toMatch(/header values +7 of 8 = 87\.50% +3 of 4 = 75\.00%$/m);
    expect(native).toMatch(/accepted cells +1 of 1 = 100\.00% +0 of 0 = -$/m);
  });

  it('ask for four values, right and accepted, of documents that state all four', () => {
    expect(native).toMatch(/right and accepted +1 of 2 = 50\.0% +0 of 1 = 0\.0%$/m);
  });

  it('show a dash where a third has no such documents', () => {
    expect(scans).toMatch(/^Scans, documents +1 +-$/m);
  });
});
