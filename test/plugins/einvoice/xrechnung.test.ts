import { describe, expect, it } from 'vitest';
import { markOf, testsIn } from './rule-tests.js';

describe('the rules of XRechnung', () => {
  it.each([...testsIn('xrechnung.txt')])('%s hold and are broken as marked', (_file, tests) => {
    expect(tests.map((test) => markOf(test, test.mark))).toEqual(tests.map(({ mark }) => mark));
  });
});
