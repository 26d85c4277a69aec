import type { SeededRandom } from '../random.js';
import type { Country } from '../regions/region.js';

/**
 * An IBAN with valid check digits, in groups of four; undefined for the United States. Lengths: SWIFT IBAN registry. Check: ISO 7064 mod
 * 97-10.
 */
export function iban(country: Country, random: SeededRandom): string | undefined {
  const pattern = accounts[country];
  if (!pattern) return undefined;
  const account = filled(pattern, random);
  const letters = (text: string): string => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const rest = Number(BigInt(letters(`${account}${country}00`)) % 97n);
  return `${country}${String(98 - rest).padStart(2, '0')}${account}`.replace(/(.{4})(?=.)/g, '$1 ');
}

/** In a pattern a letter is literal and 0 is a digit. */
const accounts: Readonly<Partial<Record<Country, string>>> = {
  GB: 'AAAA00000000000000',
  DE: '000000000000000000',
  CH: '00000000000000000',
  FR: '00000000000000000000000',
  ES: '00000000000000000000',
  IT: 'A0000000000000000000000',
  NL: 'AAAA0000000000',
  PT: '000000000000000000000',
  SE: '00000000000000000000',
  AE: '0000000000000000000',
};

export const bic = (country: Country, random: SeededRandom): string => `${filled('AAAA', random)}${country}${filled('0A', random)}`;

const filled = (pattern: string, random: SeededRandom): string =>
  pattern.replace(/[A0]/g, (place) => (place === '0' ? random.digits(1) : random.pick([...'ABCDEFGHKLMNPRSTUVW'])));

/**
 * A tax number in the form of its country, with valid check digits. Sources: national algorithms in the EU's VIES FAQ and python-stdnum.
 */
export const taxId = (country: Country, random: SeededRandom): string => taxIds[country](random);

const numbers = (digits: string): readonly number[] => [...digits].map(Number);
const weighted = (digits: string, weights: readonly number[]): number =>
  numbers(digits).reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0);

/** The digit that makes the number valid by Luhn. */
const luhn = (digits: string): number => {
  const doubled = numbers(digits).map((digit, index) => ((digits.length - index) % 2 === 0 ? digit : digit * 2));
  return (10 - (doubled.reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0) % 10)) % 10;
};

/** Source: ISO 7064 mod 11,10. */
const mod11over10 = (digits: string): number => {
  const product = numbers(digits).reduce((left, digit) => (((digit + left) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10;
};

/** Tries numbers until the check value is a single digit. */
function checked(random: SeededRandom, length: number, check: (digits: string) => number): string {
  for (;;) {
    const digits = `${random.int(1, 9)}${random.digits(length - 1)}`;
    const digit = check(digits);
    if (digit < 10) return `${digits}${digit}`;
  }
}

const taxIds: Readonly<Record<Country, (random: SeededRandom) => string>> = {
  GB: (random) => {
    const digits = `${random.int(1, 9)}${random.digits(6)}`;
    const check = String(97 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2]) % 97)).padStart(2, '0');
    return `GB ${digits.slice(0, 3)} ${digits.slice(3)} ${check}`;
  },
  US: (random) => `${random.int(10, 98)}-${random.digits(7)}`,
  DE: (random) => `DE${checked(random, 8, mod11over10)}`,
  CH: (random) => {
    const digits = checked(random, 8, (text) => (11 - (weighted(text, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11);
    return `CHE-${digits.replace(/(\d{3})(?=\d)/g, '$1.')} MWST`;
  },
  FR: (random) => {
    const siren = checked(random, 8, luhn);
    return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`;
  },
  ES: (random) => `B${checked(random, 7, luhn)}`,
  IT: (random) => `IT${checked(random, 10, luhn)}`,
  NL: (random) => `NL${checked(random, 8, (text) => weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)}B01`,
  PT: (random) => {
    const digits = `5${random.digits(7)}`;
    const rest = weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    return `PT${digits}${rest < 2 ? 0 : 11 - rest}`;
  },
  SE: (random) => `SE${checked(random, 9, luhn)}01`,
  AE: (random) => `100${random.digits(12)}`,
};
