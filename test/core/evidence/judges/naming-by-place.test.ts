import { describe, expect, it } from 'vitest';
import type { Document } from '../../../../core/index.js';
import { day, documentOf, text } from '../../builders.js';
import { namesOf } from '../names-of.js';

const letter = `Ostrava Water Utility Ltd
5 Aldgate Court, London EC3N 1QX

Mr Alan Fairweather
14 Orchard Rise
Harrogate HG2 8PL

Account number: TB-448120
Ostrava Water Utility Ltd, registered in England No. 7711925, www.ostrava.example, Tel. 020 7946 0112`;

describe('a party that is asked for by what it is to the document', () => {
  const [issuer, addressee] = ['Ostrava Water Utility Ltd', 'Alan Fairweather'];

  it('is whom the document is issued by, or addressed to', async () => {
    const fields = { utility_name: text, account_holder: text };
    expect(await namesOf(letter, fields, { utility_name: issuer, account_holder: addressee })).toEqual({
      utility_name: 'label.place',
      account_holder: 'label.place',
    });
  });

  it('is not the other one of them', async () => {
    const fields = { operator: text, taxpayer: text };
    const names = await namesOf(letter, fields, { operator: addressee, taxpayer: issuer });
    expect(Object.values(names)).not.toContain('label.place');
  });

  it('is not known where two fields ask for one', async () => {
    const fields = { insured: text, policyholder: text };
    expect((await namesOf(letter, fields, { insured: addressee, policyholder: null }))['insured']).not.toBe('label.place');
  });
});

/** A page whose first row is half as large again as the others. */
function titled(page: string): Document {
  const document = documentOf(page);
  const top = Math.min(...document.pages.flatMap(({ words }) => words.map(({ box }) => box.y)));
  return {
    ...document,
    pages: document.pages.map((one) => ({
      ...one,
      words: one.words.map((word) => (word.box.y === top ? { ...word, box: { ...word.box, height: word.box.height * 1.5 } } : word)),
    })),
  };
}

describe('a day without a caption', () => {
  it('is named by its sentence, where it is the only day of its row and no other day is asked for so', async () => {
    const statement = 'Cumulative net sales to date are 61,884.\nNot before October 31, 2025 a payment of $13,638.28 will be made by ACH.';
    const given = { payment_made_on: '2025-10-31' };
    expect(await namesOf(statement, { payment_made_on: day }, given)).toEqual({ payment_made_on: 'label.place' });
    const both = await namesOf(statement, { payment_made_on: day, made_payment: day }, { ...given, made_payment: null });
    expect(both['payment_made_on']).toBe('label.unproven');
  });

  it('is that of the document, in the words of its title', async () => {
    const quote = titled(
      '                                        Devis 2026/0142\n\nRue Royale 7, 1030 Bruxelles\n\nBruxelles, le 11 mars 2026\n\nBuffet du jeudi 18 juin 2026, de 18 h 30 à 23 h',
    );
    const fields = { dateDevis: day, dateLivraison: day };
    expect(await namesOf(quote, fields, { dateDevis: '2026-03-11', dateLivraison: null })).toMatchObject({ dateDevis: 'label.place' });
    expect(await namesOf(quote, fields, { dateDevis: '2026-06-18', dateLivraison: null })).toMatchObject({ dateDevis: 'label.unproven' });
    expect((await namesOf(quote, { dateContrat: day }, { dateContrat: '2026-03-11' }))['dateContrat']).toBe('label.unproven');
  });
});

describe('the last digits of a number', () => {
  it.each([
    ['behind a mask', 'Paid by American Express XXXXXXXXXXX3007      997.16', '3007'],
    ['behind words for it', 'Charged $1,887.46 to the Visa ending in 4471. Order 88213 of 2025', '4471'],
    ['in another language', 'Payé par Visa se terminant par 0937 : 2 858,01 $', '0937'],
  ])('are printed %s', async (_, page, card_last4) => {
    expect(await namesOf(page, { card_last4: text }, { card_last4 })).toEqual({ card_last4: 'label.place' });
  });

  it('are those of the number that their field names, where several are printed', async () => {
    const page = 'Net pay paid to account ending 7719      Card ****3358      Payroll no. 4418';
    for (const [last4, found] of [
      ['7719', 'label.place'],
      ['3358', 'label.unproven'],
      ['4418', 'label.unproven'],
    ])
      expect(await namesOf(page, { bank_account_last4: text }, { bank_account_last4: last4 ?? '' })).toEqual({ bank_account_last4: found });
  });
});
