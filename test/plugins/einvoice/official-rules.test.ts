import { describe, expect, it } from 'vitest';
import { markOf, testsIn, xmlOf } from './rule-tests.js';

describe('the unit tests of the validation artefacts', () => {
  it.each([...testsIn('unit-tests.txt')])('of %s are passed', (_file, tests) => {
    expect(tests.map((test) => markOf(test, test.mark))).toEqual(tests.map(({ mark }) => mark));
  });

  it('are written as XML before they are read', () => {
    expect(xmlOf('Invoice{A@b:c=1 B="x y"{C} $S}')).toBe(
      '<Invoice><A b="c">1</A><B>x y<C></C></B><ID>S</ID><TaxScheme><ID>VAT</ID></TaxScheme></Invoice>',
    );
  });
});
