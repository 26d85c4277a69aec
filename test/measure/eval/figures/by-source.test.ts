import { describe, expect, it } from 'vitest';
import { answer, asked } from '../scoring/answers.js';
import { bySource } from './by-source.js';

const fields = { total: { value: 120 }, tax: { value: 20 }, currency: { value: 'EUR' } };
const right = { total: 120, tax: 20, currency: 'EUR' };
const line_items = [{ description: { value: 'Tea' }, amount: { value: 3 } }];

/** Of acme 6 values are right, 5 of them sure, and nothing is wrong; of zeta 2 are right and a wrong one is sure. */
const text = bySource(
  [
    asked({ fields }, answer(right, { '$.tax': 0.5 })),
    asked({ fields, line_items }, answer({ ...right, line_items: [{ description: 'Tea, black', amount: 4 }] })),
    asked({ fields }, answer({ ...right, total: 12 }), { source: 'zeta' }),
    asked({ fields }, answer({ total: null }), { source: 'zeta', textLayer: 'none' }),
  ],
  0.85,
);
const [native = '', scans = ''] = text.split(/^(?=== By source at 0.85, Scans)/m);
const [header = '', cells = ''] = native.split('cells of rows');

describe('the figures by source', () => {
  it('are of native text and of scans, with the number of sources', () => {
    expect(native).toMatch(
      /^== By source at 0\.85, Native text: 3 documents of 2 sources ==\n +counted +over all +95% over sources +each source once$/m,
    );
    expect(scans).toMatch(/^== By source at 0\.85, Scans: 1 document of 1 source ==$/m);
  });

  it('are the right values kept and the silent errors, with their bound', () => {
    expect(header).toMatch(/^ {2}right values kept +7 of 8 +87\.5% +83\.3% to 100\.0% +91\.7%$/m);
    expect(header).toMatch(/^ {2}silent errors +1 of 8 +12\.50%, at most 47\.07% +0\.00% to 33\.33% +16\.67%$/m);
  });

  it('are the calibration error and how well right and wrong are told apart', () => {
    // 8 values of 0.99, 7 right: 7.92 - 7; 1 value of 0.5, right: 0.5; of 9 values.
    expect(header).toMatch(/^ {2}ECE +9 values +0\.158 /m);
    // 7 ties and 1 below.
    expect(header).toMatch(/^ {2}AUC, right against wrong +8 right, 1 wrong +0\.438 /m);
    expect(cells).toMatch(/^ {2}AUC, right against wrong +1 right, 1 wrong +0\.500 +- +0\.500$/m);
  });

  it('are the documents whose required values, where stated, are right and accepted', () => {
    expect(cells).toMatch(/^ {2}required values right and accepted +2 of 3 +66\.7% +0\.0% to 100\.0% +50\.0%$/m);
    expect(scans).toMatch(/^ {2}required values right and accepted +0 of 1 +0\.0% +- +0\.0%$/m);
  });

  it('are dashes where nothing was answered', () => {
    expect(scans).toMatch(/^ {2}right values kept +0 of 0 +- +- +-$/m);
  });
});
