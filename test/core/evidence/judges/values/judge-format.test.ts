import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, run, scriptedModel, text } from '../../../builders.js';

const page = `Seller GmbH
IBAN: DE89 3704 0044 0532 0130 00    BIC: COBADEFFXXX
VAT ID: DE123456789                  SIRET: 732 829 320 00074
Country code: DE                     Card number: 4539148803436467`;

/** The score of an identifier that is read exactly as the page prints it. */
const scoreOf = async (name: string, right: string, printed: string): Promise<number> => {
  const document = documentOf(page.replace(right, printed));
  const outcome = await run({ document, fields: { [name]: text }, tiers: [scriptedModel('reader', [cell(`$.${name}`, printed)])] });
  return entryOf(outcome, `$.${name}`).score;
};

describe('caps an identifier that fails its own check, even if it is printed that way', () => {
  it.each([
    ['iban', 'DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0103 00'],
    ['bic', 'COBADEFFXXX', 'COBAD3FFXXX'],
    ['vat_id', 'DE123456789', 'DE12345678'],
    ['siret', '732 829 320 00074', '732 829 320 00047'],
    ['country_code', 'Country code: DE', 'Country code: XJ'],
    ['card_number', '4539148803436467', '4539148803436476'],
  ])('%s', async (name, right, wrong) => {
    const value = (printed: string) => printed.replace(/^.*: /, '');
    expect(await scoreOf(name, value(right), value(right))).toBeGreaterThanOrEqual(0.85);
    expect(await scoreOf(name, value(right), value(wrong))).toBe(0.5);
  });

  it('does not judge a tax number that is not a VAT number', async () => {
    expect(await scoreOf('vat_id', 'DE123456789', '12/345/67890')).toBeGreaterThanOrEqual(0.85);
  });
});
