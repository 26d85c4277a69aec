import { describe, expect, it } from 'vitest';
import { currencyCue, dateCue, meantCrown } from '../../../../core/evidence/judges/country-cues.js';
import { DocumentIndex } from '../../../../core/evidence/page/document-index.js';
import { cell, documentOf, entryOf, metaOf, money, run, scriptedModel, text } from '../../builders.js';
import { held, refused } from '../verdicts.js';

describe('currency', () => {
  const summary = `Subtotal     EUR 2,219.43
VAT 19 %     EUR 421.69
Total        EUR 2,641.12
Equivalent   USD 2,875.47`;

  const scoreOf = async (page: string, path: string, value: string, quote: string, fields: Readonly<Record<string, unknown>>) =>
    entryOf(await run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', [cell(path, value, { quote })])] }), path);

  describe('an amount in another currency than its field names', () => {
    const fields = { total_eur: money, total_usd: money };

    it('is refused', async () => {
      expect(await scoreOf(summary, '$.total_usd', '2,641.12', 'Total EUR 2,641.12', fields)).toMatchObject({
        score: refused,
        reason: 'Label conflict: printed in EUR, not in USD',
      });
    });

    it('is refused where the document has no other', async () => {
      expect((await scoreOf('Total   EUR 12.00\nPaid   12.00', '$.total_usd', '12.00', 'Paid 12.00', fields)).score).toEqual(refused);
    });

    it('is refused when the field lies in an object of that currency', async () => {
      const nested = { usd: { type: 'object', properties: { total: money } } };
      expect((await scoreOf(summary, '$.usd.total', '2,641.12', 'Total EUR 2,641.12', nested)).score).toEqual(refused);
    });

    it('is refused in a column of that currency', async () => {
      const table = 'Description      Net EUR     Net USD\nDrill bits       20.00       22.00';
      const lines = { lines: { type: 'array', items: { type: 'object', properties: { description: text, net_usd: money } } } };
      expect((await scoreOf(table, '$.lines[0].net_usd', '20.00', 'Drill bits 20.00', lines)).score).toEqual(refused);
      expect((await scoreOf(table, '$.lines[0].net_usd', '22.00', 'Drill bits 20.00 22.00', lines)).score).toBeGreaterThanOrEqual(0.85);
    });
  });

  describe('an amount in the currency that its field names', () => {
    const fields = { total_eur: money, total_usd: money };

    it('is accepted, and no amount in another currency competes with it', async () => {
      const page = 'Total EUR      2,641.12\nTotal USD      2,875.47';
      expect((await scoreOf(page, '$.total_eur', '2,641.12', 'Total EUR 2,641.12', fields)).score).toBeGreaterThanOrEqual(0.85);
      expect((await scoreOf(page, '$.total_usd', '2,875.47', 'Total USD 2,875.47', fields)).score).toBeGreaterThanOrEqual(0.85);
    });

    it('is accepted without a sign where the document has this currency only', async () => {
      expect((await scoreOf('Net   EUR 10.00\nTotal   12.00', '$.total_eur', '12.00', 'Total 12.00', fields)).score).toBeGreaterThanOrEqual(
        0.85,
      );
    });

    it('is accepted with a sign that several countries share', async () => {
      expect((await scoreOf('Total   $12.00', '$.total_cad', '12.00', 'Total $12.00', { total_cad: money })).score).toBeGreaterThanOrEqual(
        0.85,
      );
    });

    it('is accepted beside an amount of another currency in a column of its own', async () => {
      const table =
        'Date         What            Abroad         Amount (in Rs.)\n2025-05-29   Nordic Wool     NOK 2,349.00   19,823.44\n2025-06-02   Indigo Web                     32,418.00';
      const rows = { lines: { type: 'array', items: { type: 'object', properties: { what: text, amount_inr: money } } } };
      expect((await scoreOf(table, '$.lines[0].amount_inr', '19,823.44', 'Nordic Wool NOK 2,349.00 19,823.44', rows)).reason).not.toMatch(
        /NOK/,
      );
    });

    it('is not told to be in a currency that few amounts of the document have', async () => {
      const page = 'Net   10.00\nTax   2.00\nRoaming   NOK 9.00\nTotal   12.00';
      expect(await scoreOf(page, '$.total_inr', '12.00', 'Total 12.00', { total_inr: money })).toMatchObject({
        reason: 'Label conflict: nothing beside it says that this is INR',
      });
    });

    it('is doubtful where nothing says which currency it is', async () => {
      expect(await scoreOf('Total   12.00', '$.total_usd', '12.00', 'Total 12.00', fields)).toMatchObject({ score: held });
    });
  });

  describe('an amount beside a currency that was read with it', () => {
    const sums = {
      sums: { type: 'array', items: { type: 'object', properties: { what: text, sum: money, currency: text } } },
    };
    const printed = async (currency: string) => {
      const cells = [
        cell('$.sums[0].what', 'Equivalent'),
        cell('$.sums[0].sum', '2,875.47', { quote: 'Equivalent USD 2,875.47' }),
        cell('$.sums[0].currency', currency, { quote: currency }),
      ];
      const outcome = await run({ document: documentOf(summary), fields: sums, tiers: [scriptedModel('reader', cells)] });
      return ['currency', 'sum'].map((name) => entryOf(outcome, `$.sums[0].${name}`).reason);
    };

    it('agrees with it', async () => {
      expect(await printed('USD')).not.toContainEqual(expect.stringContaining('printed in'));
    });

    it('makes it doubtful where it differs', async () => {
      expect(await printed('EUR')).toContain('Label conflict: printed in USD, not in EUR');
    });

    it('leaves alone a rate, and an amount that names its own currency by its sign', async () => {
      const page = 'Total   USD 2,213.20\nNet   USD 2,128.00\nRate 1 USD = 44.1825 TL\nTotal (TL)   97,784.71 TL';
      const cells = [
        cell('$.currency', 'USD', { quote: 'Total USD 2,213.20' }),
        cell('$.total', '2,213.20', { quote: 'Total USD 2,213.20' }),
        cell('$.kur', '44.1825', { quote: 'Rate 1 USD = 44.1825 TL' }),
        cell('$.total_tl', '97,784.71', { quote: 'Total (TL) 97,784.71 TL' }),
      ];
      const fields = { currency: text, total: money, kur: money, total_tl: money };
      const outcome = await run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', cells)] });
      expect(metaOf(outcome).issues).not.toContainEqual(expect.stringContaining('printed in'));
    });

    it('is doubtful itself where the other amounts agree', async () => {
      const fields = { currency: text, subtotal: money, tax: money, total: money };
      const cells = [
        cell('$.currency', 'EUR', { quote: 'Total EUR 2,641.12' }),
        cell('$.subtotal', '2,219.43', { quote: 'Subtotal EUR 2,219.43' }),
        cell('$.tax', '421.69', { quote: 'VAT 19 % EUR 421.69' }),
        cell('$.total', '2,875.47', { quote: 'Equivalent USD 2,875.47' }),
      ];
      const outcome = await run({ document: documentOf(summary), fields, tiers: [scriptedModel('reader', cells)] });
      expect(entryOf(outcome, '$.total').score).toEqual(refused);
      expect(entryOf(outcome, '$.currency').score).toBeGreaterThanOrEqual(0.85);
    });
  });
});

describe('country cues', () => {
  const cue = (code: string, page: string) => currencyCue(code, new DocumentIndex(documentOf(page)));

  describe('a sign that several currencies share', () => {
    it('means the currency whose code is printed', () => {
      expect(cue('USD', 'Total $ 12.00\nAll prices in USD')).toBe('code');
    });

    it.each([
      ['a state before a postal code', 'Springfield, IL 62704'],
      ['the name of a state before a postal code', 'Springfield, Illinois 62704'],
      ['a date that only fits with the month first', 'Date: 05/25/2023'],
      ['the country, dotted', 'Chicago\nU.S.A'],
      ['a sales tax', 'Sales tax (8%) $ 1.00'],
      ['a routing number', 'Routing Number: 987654321'],
    ])('means US dollars because of %s', (_, line) => {
      expect(cue('USD', `Acme Ltd\n${line}\nTotal $ 12.00`)).toBe('country');
    });

    it('means Indian rupees because of an Indian way to pay', () => {
      expect(cue('INR', 'Acme Ltd\nPay by UPI\nTotal Rs. 12.00')).toBe('country');
      expect(cue('INR', 'Acme Ltd\nTotal Rs. 12.00')).toBeUndefined();
    });

    it('stays open when another dollar country is named', () => {
      expect(cue('USD', 'Acme Ltd\nToronto, Ontario\nDate: 05/25/2023\nTotal $ 12.00')).toBeUndefined();
      expect(cue('USD', 'Acme Ltd\nDate: 05/25/2023\nGST 5%\nTotal $ 12.00')).toBeUndefined();
    });

    it('stays open without any of these signs', () => {
      expect(cue('USD', 'Acme Ltd\nDate: 04/05/2023\nTotal $ 12.00')).toBeUndefined();
      expect(cue('USD', 'Acme Ltd\nDate: 05/25/2023\nDue: 26/06/2023\nTotal $ 12.00')).toBeUndefined();
    });

    it('means British pounds where no other country with pounds is named', () => {
      expect(cue('GBP', 'Acme\nVAT 20% £ 2.00')).toBe('country');
      expect(cue('GBP', 'Acme\nTotal £ 2.00')).toBe('country');
      expect(cue('GBP', 'Acme, Gibraltar\nTotal £ 2.00')).toBeUndefined();
      expect(cue('GBP', 'Acme\nTotal 2.00')).toBeUndefined();
    });
  });

  const dateOrderOf = (page: string) => dateCue(new DocumentIndex(documentOf(page)));

  describe('reads the day first in the country of the document', () => {
    it.each([
      'Total € 5.00',
      'Total ₹ 900.00',
      'Total 5,00 zł',
      'Acme Sdn Bhd',
      'GST ID: 000473792512',
      'Acme Pty Ltd',
      'Bengaluru, India',
    ])('%s', (row) => {
      expect(dateOrderOf(row)).toBe('day-first');
    });
  });

  it('reads the month first in the United States', () => {
    expect(dateOrderOf('Springfield, IL 62704')).toBe('month-first');
  });

  it('leaves the order open in Canada and when two countries show', () => {
    expect([
      dateOrderOf('Toronto M5V 2T6\nGST 5%'),
      dateOrderOf('GST 1.00\nHST 2.00'),
      dateOrderOf('Acme Sdn Bhd\nSpringfield, IL 62704'),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

describe('crown cues', () => {
  const meant = (page: string) => meantCrown(new DocumentIndex(documentOf(page)))?.code;

  describe('kr means', () => {
    it.each([
      ['DKK', 'Nordlys ApS\nCVR 12345678\nI alt   250,00 kr.'],
      ['DKK', 'Faktura\nDato 12.03.2026\nMoms 25 %   50,00 kr.\nI alt   250,00 kr.'],
      ['DKK', 'IBAN: DK50 0040 0440 1162 43\nTotal   250,00 kr.'],
      ['DKK', 'kontakt@nordlys.dk\nTotal   250,00 kr.'],
      ['SEK', 'Faktura\nDatum 2026-03-12\nMoms 25 %   50,00 kr\nAtt betala   250,00 kr'],
      ['SEK', 'Momsreg.nr SE556012579001\nTotal   250,00 kr'],
      ['NOK', 'Org.nr NO 912 345 678 MVA\nSum   250,00 kr'],
      ['NOK', 'Forfallsdato 12.03.2026\nBeløp   250,00 kr'],
      ['ISK', 'kt. 560103-2130\nSamtals   250 kr.'],
      ['NOK', 'Amounts in NOK\nTotal   250,00 kr'],
    ])('%s on a page that says so', (code, page) => {
      expect(meant(page)).toBe(code);
    });

    it.each([
      'Total   250,00 kr.',
      'Faktura\nMoms 25 %   50,00 kr\nTotal   250,00 kr',
      'Nordlys ApS, Danmark\nKund: Svea AB, Sverige\nTotal   250,00 kr',
      'DKK 10,00\nSEK 15,00\nTotal   250,00 kr',
    ])('nothing certain on a page with no sign of a country, or of several: %s', (page) => {
      expect(meant(page)).toBeUndefined();
    });
  });

  describe('a currency that is read as kr.', () => {
    const read = async (page: string) => {
      const tiers = [scriptedModel('reader', [cell('$.currency', 'kr.', { quote: 'I alt 250,00 kr.' })])];
      const outcome = await run({ document: documentOf(page), fields: { currency: text }, tiers });
      return { value: outcome.object?.['currency'], score: entryOf(outcome, '$.currency').score };
    };

    it('is the one of the country that the page shows', async () => {
      const { value, score } = await read('Nordlys ApS\nCVR 12345678\nI alt   250,00 kr.');
      expect(value).toBe('DKK');
      expect(score).toBeGreaterThan((await read('Nordlys\nI alt   250,00 kr.')).score);
    });

    it('is doubtful where the page shows none', async () => {
      expect((await read('Nordlys\nI alt   250,00 kr.')).score).toBeLessThan(0.85);
    });
  });
});
