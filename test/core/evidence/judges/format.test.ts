import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, run, scriptedModel, text } from '../../builders.js';
import { refused } from '../verdicts.js';

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
    expect(await scoreOf(name, value(right), value(wrong))).toEqual(refused);
  });

  it('but not where digits are masked', async () => {
    expect(await scoreOf('iban', 'DE89 3704 0044 0532 0130 00', 'DE89 3704 **** **** **30 00')).toBeGreaterThanOrEqual(0.85);
  });

  it('whose line ends with a hyphen', async () => {
    const document = documentOf('Invoice number  5987fc32396328c35481-\n                9619a9c8c818');
    const outcome = await run({
      document,
      fields: { invoice_number: text },
      tiers: [scriptedModel('reader', [cell('$.invoice_number', '5987fc32396328c35481-')])],
    });
    expect(entryOf(outcome, '$.invoice_number').score).toEqual(refused);
  });

  it('a code of one word that ends with a hyphen', async () => {
    const tiers = [scriptedModel('reader', [cell('$.model', 'SB-')])];
    const document = documentOf('Model: SB-\n       9318');
    expect(entryOf(await run({ document, fields: { model: text }, tiers }), '$.model').score).toEqual(refused);
  });

  it.each(['Training workshop, half day,', 'Fitting of all shelves and'])('a text that goes on in another line: %s', async (value) => {
    const document = documentOf(`Note: ${value}\n      the materials`);
    const tiers = [scriptedModel('reader', [cell('$.note', value)])];
    expect(entryOf(await run({ document, fields: { note: text }, tiers }), '$.note').score).toEqual(refused);
  });

  it('but not one that ends with a letter alone', async () => {
    const document = documentOf('Note: Hall 2 Block E');
    const tiers = [scriptedModel('reader', [cell('$.note', 'Hall 2 Block E')])];
    expect(entryOf(await run({ document, fields: { note: text }, tiers }), '$.note').score).toBeGreaterThanOrEqual(0.85);
  });

  it('does not judge a tax number that is not a VAT number', async () => {
    expect(await scoreOf('vat_id', 'DE123456789', '12/345/67890')).toBeGreaterThanOrEqual(0.85);
  });
});

describe('refuses what cannot be such an identifier at all', () => {
  const printed = `VAT   27.28
Mail   kontakt(at)acme
Call   2025-03-04
Town   12.50`;
  it.each([
    ['hotel_vat_id', '27.28'],
    ['buyer_tax_number', '27.28'],
    ['contact_email', 'kontakt(at)acme'],
    ['phone', '2025-03-04'],
    ['postal_code', '12.50'],
    ['arrival_date', '27.28'],
  ])('%s: %s', async (name, value) => {
    const outcome = await run({
      document: documentOf(printed),
      fields: { [name]: text },
      tiers: [scriptedModel('reader', [cell(`$.${name}`, value)])],
    });
    expect(entryOf(outcome, `$.${name}`)).toMatchObject({
      score: refused,
      reason: expect.stringContaining('Check failed: this cannot be'),
    });
  });

  it.each([
    ['tax_id', '12/345/67890'],
    ['tax_id', 'CHE-112.203.184 MWST'],
    ['tax_id', '12.345.678/0001-95'],
    ['phone', '+44 (0)117 496 5664'],
    ['phone', '02.40.55.32.28'],
    ['postal_code', 'BS1 6XQ'],
    ['postal_code', '1000-205'],
    ['website', 'acme.example'],
    ['arrival_date', '04.03.'],
    ['arrival_date', 'March 2025'],
  ])('but not %s: %s', async (name, value) => {
    const outcome = await run({
      document: documentOf(value),
      fields: { [name]: text },
      tiers: [scriptedModel('reader', [cell(`$.${name}`, value)])],
    });
    expect(entryOf(outcome, `$.${name}`).reason).not.toContain('Check failed');
  });
});

describe('refuses a text that the pattern of its field', () => {
  const scoreWith = async (pattern: string, printed = 'AB 1234') => {
    const fields = { invoice_number: { type: 'string', pattern } };
    const reader = scriptedModel('reader', [cell('$.invoice_number', printed)]);
    return entryOf(await run({ document: documentOf(`Invoice number: ${printed}`), fields, tiers: [reader] }), '$.invoice_number').score;
  };

  it.each(['^[A-Z]{2} \\d{4}$', '^[A-Z]{2}\\d{4}$', '\\d{4}'])('does not match, but not where it is %s', async (pattern) => {
    expect(await scoreWith(pattern)).toBeGreaterThanOrEqual(0.85);
  });

  it('does not match', async () => {
    expect(await scoreWith('^\\d{4}$')).toEqual(refused);
  });

  it('does not match, however long others would try: in linear time', async () => {
    expect(await scoreWith('^(A+)+$', `${'A'.repeat(30)}1`)).toEqual(refused);
  });

  it('matches or not, unless it looks ahead: that is not tried', async () => {
    expect(await scoreWith('^(?=\\d)X')).toBeGreaterThanOrEqual(0.85);
  });
});
