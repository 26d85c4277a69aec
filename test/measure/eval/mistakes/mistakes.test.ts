import { describe, expect, it } from 'vitest';
import { answer, asked } from '../scoring/answers.js';
import { causeTable, confusionList } from './mistakes.js';

const truth = { fields: { total: { value: 120 }, subtotal: { value: 100 } } };
const documents = [
  asked(truth, answer({ total: 100, subtotal: null }), { id: 'known' }),
  asked(truth, answer({ total: 120, subtotal: 100 }, { '$.total': 0.5 }), { id: 'scanned', textLayer: 'none' }),
  asked(truth, answer({ total: 100, subtotal: 100 }), { id: 'hidden', third: 'unseen' }),
];

describe('the list of confusions', () => {
  const list = confusionList(documents, 0.85);

  it('says what was taken for a value, what that really is, and from which words', () => {
    expect(list).toContain('== wrong label: 1 ==\nknown (native) $.total 0.99: 100, not 120: subtotal; from "100"\n');
    expect(list).toContain('== capped though right: 1 ==\nscanned (none) $.total 0.50: 120: Exact match; from "120"\n');
    expect(list).toContain('== not found: 1 ==\nknown (native) $.subtotal 0.99: null, not 100: Exact match\n');
  });

  it('leaves out the unseen third, and says how much that is', () => {
    expect(list).toMatch(/^Mistakes at 0\.85; left out: 1 mistake in 1 document of the unseen third\n/);
    expect(list).not.toContain('hidden');
  });
});

it('causes are counted by kind and third, the unseen one too', () => {
  const table = causeTable(documents, 0.85);
  expect(table).toMatch(/^ +Native text, seen +Native text, unseen +Scans, seen$/m);
  expect(table).toMatch(/^wrong label +1 +1 +0$/m);
  expect(table).toMatch(/^capped though right +0 +0 +1$/m);
  expect(table).toMatch(/^not found +1 +0 +0$/m);
  expect(table).toMatch(/^wrong, and accepted +1 +1 +0$/m);
});
