import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bicHolds, ibanHolds, vatIdShape } from '../../../../core/evidence/print/identifiers.js';
import { seeded } from '../random.js';
import type { Country } from '../regions/region.js';
import { bic, iban, taxId } from './identifiers.js';

const countries: readonly Country[] = ['GB', 'US', 'DE', 'CH', 'FR', 'ES', 'IT', 'NL', 'PT', 'SE', 'AE'];
const cases = fc.record({ country: fc.constantFrom(...countries), number: fc.nat() });

describe('invented identifiers', () => {
  it('have right check digits as IBAN, except in the United States, which have none', () => {
    fc.assert(
      fc.property(cases, ({ country, number }) => {
        const account = iban(country, seeded(1, number));
        expect(account === undefined ? country : ibanHolds(account)).toBe(account === undefined ? 'US' : true);
      }),
    );
  });

  it('have the shape of a BIC of their country', () => {
    fc.assert(
      fc.property(cases, ({ country, number }) => {
        const code = bic(country, seeded(1, number));
        expect([bicHolds(code), code.slice(4, 6)]).toEqual([true, country]);
      }),
    );
  });

  it('are nowhere the wrong shape of a tax number', () => {
    fc.assert(
      fc.property(cases, ({ country, number }) => {
        expect(vatIdShape(taxId(country, seeded(1, number)))).not.toBe('wrong-shape');
      }),
    );
  });

  it.each([
    ['DE', 'DE136695976'],
    ['FR', 'FR40303265045'],
    ['IT', 'IT00743110157'],
    ['SE', 'SE556188840401'],
    ['PT', 'PT501964843'],
    ['CH', 'CHE-100.155.212 MWST'],
  ] as const)('end in %s as a known tax number does: %s', (country, known) => {
    const found = taxId(country, digitsOf(known));
    expect(found).toBe(known);
  });
});

/** A random source that returns the free digits of a known number, in order. */
function digitsOf(known: string) {
  const digits = known
    .replace(/^(FR\d\d|PT5)/, '')
    .replace(/\D/g, '')
    .split('');
  const next = (): number => Number(digits.shift());
  return {
    int: next,
    pick: <T>(list: readonly T[]): T => list[0] as T,
    chance: () => false,
    digits: (count: number) => Array.from({ length: count }, () => next()).join(''),
  };
}
