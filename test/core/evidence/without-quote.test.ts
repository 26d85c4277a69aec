import { describe, expect, it } from 'vitest';
import { cell, day, documentOf, entryOf, money, run, scriptedModel, text } from '../builders.js';
import { capsOf, type GroundedClaim, groundedOn, scanOf } from './caps-of.js';

describe('without quote', () => {
  const evidenceOf = (claim: GroundedClaim) => capsOf(claim, 'evidence');
  const rows = { lines: { type: 'array', items: { type: 'object', properties: { description: text, quantity: money, amount: money } } } };

  it('a text with a word too many is printed roughly, and not where the page has another word instead', () => {
    const page = 'Aperture Weighted Pivot Cube deluxe     7,200.00';
    const found = (value: string) => evidenceOf({ page, fields: { article: text }, path: '$.article', value, said: { quote: null } });
    expect(found('Aperture Weighted Pivot Cube new deluxe')).toEqual(['evidence.looseText']);
    expect(found('Aperture Weighted Piv. Cube deluxe')).toEqual(['evidence.looseText']);
    expect(found('Aperture Weighted Companion Cube deluxe')).toEqual(['evidence.notFound']);
  });

  describe('a value that is not printed as such', () => {
    const said = (page: string, fields: Readonly<Record<string, unknown>>, value: string) =>
      groundedOn({ page, fields, path: `$.${Object.keys(fields)[0]}`, value, said: { quote: null, page: null } }).caps.find(({ name }) =>
        name.startsWith('evidence.'),
      );
    const plan = { plan: { type: 'string', enum: ['once', 'monthly'] } };

    it('is not refuted where it is a yes, a no or a choice: other words may say it', () => {
      expect(said('The term is prolonged.', { renews: { type: 'boolean' } }, 'true')?.name).toBe('evidence.unprovable');
      expect(said('We collect the whole sum in May.', plan, 'once')?.name).toBe('evidence.unprovable');
    });

    it('is refuted where another choice is printed', () => {
      expect(said('Paid monthly.', plan, 'once')?.name).toBe('evidence.notFound');
    });

    it('is said to have the other sign where the page prints that', () => {
      expect(said('Voucher   -15.00', { voucher: money }, '15')?.reason).toBe(
        'Not found on the page: it has the other sign there, "-15.00"',
      );
    });
  });

  describe('a value whose quote is not printed as it was given', () => {
    it('is found with the words of its quote around it, if the quote runs across columns', () => {
      const page = 'Invoice ID      Invoice date     Due date\n77120           3 March 2026     2 April 2026';
      expect(
        evidenceOf({
          page,
          fields: { due_date: day },
          path: '$.due_date',
          value: '2 April 2026',
          said: { quote: 'Due date 2 April 2026' },
        }),
      ).toEqual(['evidence.gathered']);
    });

    it('is found with them in another reading order, and shows only what is printed in its row', () => {
      const page = '1   Garden chair   4   20.00   80.00\n    oak, folding\n2   Bench          1   90.00   90.00';
      const claim = {
        page,
        fields: rows,
        path: '$.lines[0].amount',
        value: '80.00',
        said: { quote: '1 Garden chair oak, folding 4 20.00 80.00' },
      };
      expect(evidenceOf(claim)).toEqual(['evidence.gathered']);
      expect(groundedOn(claim).evidence?.text).toBe('1 Garden chair 4 20.00 80.00');
    });

    it('is meant at the place that has the words of the quote around it, if it is printed several times', () => {
      const page = 'Tooling       50.00\nPaint         50.00\n\n\n\n\n\n\n\n\n\n\n\n\nSubtotal      50.00\nof all items';
      const claim = {
        page,
        fields: { subtotal: money },
        path: '$.subtotal',
        value: '50.00',
        said: { quote: 'Subtotal of all items 50.00' },
      };
      expect(evidenceOf(claim)).toEqual(['evidence.gathered']);
      expect(groundedOn(claim).evidence?.text).toBe('Subtotal 50.00');
    });

    it('is found where it is an amount with its currency, in whatever way that is printed', () => {
      const said = (page: string) =>
        evidenceOf({ page, fields: { balance: text }, path: '$.balance', value: 'EUR 12.231,98', said: { quote: null } });
      expect(said('Balance  €12,231.98')).toEqual(['evidence.valueOnly']);
      expect(said("Balance  12'231.98 EUR")).toEqual(['evidence.valueOnly']);
      expect(said('Balance  $12,231.98')).toEqual(['evidence.notFound']);
      expect(said('Balance  €12,231.89')).toEqual(['evidence.notFound']);
    });

    it('is found with a part of its quote', () => {
      const page = 'Membership fee  2026     75.00';
      expect(
        evidenceOf({
          page,
          fields: rows,
          path: '$.lines[0].amount',
          value: '75.00',
          said: { quote: 'Membership fee 2026 per year 75.00' },
        }),
      ).toEqual(['evidence.quotedInPart']);
    });

    it('stands alone, if nothing of the quote does', () => {
      const page = 'Total     75.00';
      expect(
        evidenceOf({
          page,
          fields: { fee: money },
          path: '$.fee',
          value: '75.00',
          said: { quote: 'Yearly membership of the society 75.00' },
        }),
      ).toEqual(['evidence.valueOnly']);
    });

    it.each([
      ['few', 'evidence.amongFew', 'Chair 75.00\nTable 75.00'],
      ['many', 'evidence.amongMany', 'Chair 75.00\nTable 75.00\nBench 75.00\nStool 75.00'],
    ])('may be any of %s places', (_, name, page) => {
      expect(
        evidenceOf({
          page,
          fields: { fee: money },
          path: '$.fee',
          value: '75.00',
          said: { quote: 'Yearly membership of the society 75.00' },
        }),
      ).toEqual([name]);
    });

    it.each([
      [
        'an identifier, with its label clinging to it',
        'Facture',
        'factureF2026-0117',
        { invoice_number: text },
        'F2026-0117',
        'evidence.partOfWord',
      ],
      [
        'an identifier that is the end of another',
        'Facture',
        'AlphaF2026-0117',
        { invoice_number: text },
        'F2026-0117',
        'evidence.notFound',
      ],
      ['a currency in words about all amounts', 'Invoice', 'All prices in CAD', { currency: text }, 'CAD', 'evidence.valueOnly'],
      ['a currency in words about something else', 'Invoice', 'We deliver CAD drawings', { currency: text }, 'CAD', 'evidence.notFound'],
    ])('is looked for as %s, where nothing was quoted', (_, title, line, fields, value, found) => {
      const [name] = Object.keys(fields);
      expect(evidenceOf({ page: `${title}\n${line}`, fields, path: `$.${name}`, value, said: { quote: null, page: null } })).toEqual([
        found,
      ]);
    });

    it('is shown with the phrase before it and not with the column beside them, where nothing was quoted', () => {
      const page = 'Festival House        Due date     11 April 2026        Page 1';
      const claim = { page, fields: { due_date: day }, path: '$.due_date', value: '2026-04-11', said: { quote: null, page: null } };
      expect(groundedOn(claim).evidence?.text).toBe('Due date 11 April 2026');
    });

    it('may be the one of several places that has the label of its field', () => {
      const page = 'Chair      75.00\nTotal      75.00';
      expect(
        evidenceOf({
          page,
          fields: { total: money },
          path: '$.total',
          value: '75.00',
          said: { quote: 'Yearly membership of the society 75.00' },
        }),
      ).toEqual(['evidence.labelledAmongSeveral']);
    });

    it('is refuted by a page with text of its own that does not print it', () => {
      expect(
        evidenceOf({ page: 'Total 75.00', fields: { total: money }, path: '$.total', value: '57.00', said: { quote: 'Total 57.00' } }),
      ).toEqual(['evidence.notFound']);
    });

    it('is not the one that has its digits with other marks', () => {
      const claim = { page: 'Total 12.050', fields: { total: money }, path: '$.total', value: '120.50', said: { quote: 'Total 120.50' } };
      expect(evidenceOf(claim)).toEqual(['evidence.otherMarks']);
    });

    it('is refuted by a quote that does not say it, wherever else it is printed', () => {
      const page = 'Subtotal 57.00\nTotal 75.00';
      expect(evidenceOf({ page, fields: { total: money }, path: '$.total', value: '57.00', said: { quote: 'Total 75.00' } })).toEqual([
        'evidence.notFound',
      ]);
    });
  });

  describe('a number that a sign clings to', () => {
    it.each(['#20260517', 'n°20260517', 'No.20260517', 'Nº20260517'])('is printed whole in %s', (printed) => {
      const claim = {
        page: `Invoice ${printed}`,
        fields: { invoice_number: text },
        path: '$.invoice_number',
        value: '20260517',
        said: { quote: `Invoice ${printed}` },
      };
      expect(evidenceOf(claim)).toEqual(['evidence.exact']);
      expect(capsOf(claim, 'label')).toEqual(['label.match']);
    });

    it('is labelled by the word that clings to it', () => {
      const claim = {
        page: 'Rechnungs-Nr.:1425',
        fields: { invoice_number: text },
        path: '$.invoice_number',
        value: '1425',
        said: { quote: 'Rechnungs-Nr.:1425' },
      };
      expect(evidenceOf(claim)).toEqual(['evidence.exact']);
      expect(capsOf(claim, 'label')).toEqual(['label.match']);
    });

    it('is a part of another one without such a sign', () => {
      const claim = {
        page: 'Invoice 120260517',
        fields: { invoice_number: text },
        path: '$.invoice_number',
        value: '20260517',
        said: { quote: 'Invoice 120260517' },
      };
      expect(evidenceOf(claim)).not.toContain('evidence.exact');
    });

    it('stands in a bracket that a sentence closes later', () => {
      const claim = {
        page: 'Linen, April (42 pieces)  84.00',
        fields: rows,
        path: '$.lines[0].quantity',
        value: '42',
        said: { quote: 'Linen, April (42' },
      };
      expect(evidenceOf(claim)).not.toContain('evidence.notFound');
    });
  });
});

describe('unfound', () => {
  const evidenceOf = (printed: string, value: string, certainty = 0.9) =>
    capsOf(
      { page: scanOf(printed, certainty), fields: { total: money }, path: '$.total', value, said: { quote: `Total ${value}` } },
      'evidence',
    );
  const nameOn = (printed: string, value: string) =>
    capsOf({ page: scanOf(printed, 0.9), fields: { seller_name: text }, path: '$.seller_name', value }, 'evidence');

  describe('a value that OCR did not find', () => {
    it.each([
      ['clear', 0.9, 'evidence.unseenOnClear'],
      ['fair', 0.8, 'evidence.unseen'],
      ['dim', 0.5, 'evidence.unseenOnDim'],
    ])('weighs as much as OCR of the picture is worth: %s', (_, certainty, name) => {
      expect(evidenceOf('Total 12.34', '98.70', certainty)).toEqual([name]);
    });

    it.each([
      ['Tota1 I20.5O', '120.50'],
      ['Total l,2OO.00', '1,200.00'],
      ['Total 12050', '120.50'],
    ])('may be misread: %s for %s', (printed, value) => {
      expect(evidenceOf(printed, value)).toContain('evidence.misread');
    });

    it.each([
      ['Total 126.50', '120.50'],
      ['Total 102.50', '120.50'],
    ])('was read otherwise where its quote stands beside a number that differs in a digit or two: %s for %s', (printed, value) => {
      expect(evidenceOf(printed, value)).toContain('evidence.readOtherwise');
    });

    it.each([
      ['Total 347.50', '120.50'],
      ['Chair 126.50', '120.50'],
      ['Total 1205.00', '120.50'],
    ])('is another value, not a misread one: %s for %s', (printed, value) => {
      expect(evidenceOf(printed, value)).toEqual(['evidence.unseenOnClear']);
    });

    it('is a name with one letter in eight misread, but never with another legal form or number', () => {
      expect(nameOn('Hardvvare Tradlng House Ltd', 'Hardware Trading House Ltd')).toContain('evidence.misread');
      expect(nameOn('Hardware Trading House Ltd', 'Hardware Trading House LLC')).not.toContain('evidence.misread');
      expect(nameOn('Hardware Trading House 24 GmbH', 'Hardware Trading House 29 GmbH')).not.toContain('evidence.misread');
    });
  });

  it.each([
    ['VAT(20%)', '20%'],
    ['Hesaplanan KDV(%20)', '%20'],
  ])('the quote "%s" says the rate in its brackets', (quote, value) => {
    const claim = { page: `${quote}   3.126,17`, fields: { vat_rate: { type: 'number' } }, path: '$.vat_rate', value, said: { quote } };
    expect(capsOf(claim, 'evidence')).toEqual(['evidence.exact']);
  });
});

describe('evidence loses a detached mark', () => {
  const asked = async (printed: string, path: string, value: string, quote: string) =>
    entryOf(
      await run({
        document: documentOf(`Invoice 77\n${printed}\nThank you`),
        tiers: [scriptedModel('reader', [cell(path, value, { quote })])],
        fields: { total: money, discount: money, currency: { type: 'string' } },
      }),
      path,
    ).text;

  describe('the text of the evidence', () => {
    it.each([
      ['a minus behind', 'Discount 5.00 -', '5.00 -', '$.discount', 'Discount 5.00 -'],
      ['a currency sign behind', 'Total 55466.67 €', '55466.67 €', '$.total', 'Total 55466.67 €'],
      ['a minus before, of a quote without label', 'Discount - 5.00', '- 5.00', '$.discount', '- 5.00'],
      ['two marks, printed apart', '( 5.00 ) € Discount', '( 5.00 )', '$.discount', '( 5.00 ) € Discount'],
    ])('keeps %s', async (_, printed, value, path, quote) => {
      expect(await asked(printed, path, value, quote)).toBe(quote);
    });

    it('keeps a sign that the quote writes without a space', async () => {
      expect(await asked('Total 12.00 €', '$.total', '12.00€', 'Total 12.00€')).toBe('Total 12.00 €');
    });

    it('is the proof of a currency', async () => {
      expect(await asked('Total 12.00 €', '$.currency', '€', 'Total 12.00 €')).toBe('Total 12.00 €');
    });

    it('takes no mark that the quote does not have', async () => {
      expect(await asked('Total 12.00 - € 13.00', '$.total', '12.00', 'Total 12.00')).toBe('Total 12.00');
    });
  });
});
