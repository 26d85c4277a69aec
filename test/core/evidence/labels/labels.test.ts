import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSchema } from '../../../../core/index.js';
import { columnIn, conceptOf, labelIn, labelsIn, lexicon, markIn, roleIn } from '../../../../core/text.js';
import { cell, documentOf, entryOf, run, scriptedModel, text } from '../../builders.js';
import { accepted, held } from '../verdicts.js';

describe('labels', () => {
  const found = (text: string) => labelsIn(text).map(({ concept, label }) => `${concept}: ${label}`);

  it('are looked for within a word that is printed without gaps, and not at each of the thousand places of one that is no word', () => {
    expect(found('TotalMwSt')).toEqual(['total: Total', 'tax: MwSt']);
    expect(found('Total'.repeat(400)).length).toBeLessThan(40);
    expect(found(`${'Total'.repeat(400)} Subtotal`)).toContain('subtotal: Subtotal');
  });

  describe('labels in a text', () => {
    it.each([
      ['Rechnungs-Nr.: 4711', 'invoice_number'],
      ['Invoice #: 12', 'invoice_number'],
      ['Facture N° 2024-7', 'invoice_number'],
      ['Nº factura', 'invoice_number'],
      ['Date d’échéance', 'due_date'],
      ['FÄLLIG AM', 'due_date'],
      ['Prélevé le', 'due_date'],
      ['Lieferdatum', 'delivery_date'],
      ['Total TTC', 'total'],
      ['Total HT', 'subtotal'],
      ['Belopp före moms', 'subtotal'],
      ['Montant avant taxes', 'subtotal'],
      ['Subtotal', 'subtotal'],
      ['zzgl. 19 % MwSt.', 'tax'],
      ['Versicherungsteuer', 'tax'],
      ['USt-IdNr.', 'tax_id'],
      ['Net à payer', 'amount_due'],
      ['Netto a pagare', 'amount_due'],
      ['Te betalen', 'amount_due'],
      ['Zahlbetr ag', 'amount_due'],
      ['TotalEUR', 'total'],
      ['Kundennummer', 'customer_number'],
    ] as const)('%s announces %s', (text, concept) => {
      expect(labelIn(text)?.concept).toBe(concept);
    });

    it.each(['Net 30', '2% 10 Net 30', 'NET 15 days'])('%s is a term of payment, and no sum', (text) => {
      expect(found(text).filter((label) => label.startsWith('subtotal'))).toEqual([]);
    });

    it('are sums with a number behind them that is an amount', () => {
      expect(['Net 30.00', 'Net 3,000', 'Net 100', 'Net 1 200,00', 'Net'].map((text) => labelIn(text)?.concept)).toEqual(
        Array(5).fill('subtotal'),
      );
    });

    it.each([
      'Solde de votre facture précédente',
      'Solde de votre dernière facture',
      'Openstaand saldo vorige factuur',
      'Balance from your last bill',
    ])('%s is of another document', (text) => {
      expect(found(text).map((label) => label.split(':')[0])).not.toContain('amount_due');
      expect(found(text).map((label) => label.split(':')[0])).toContain('other_amount');
    });

    it.each(['Total, including previous balance', 'Zu zahlen inkl vorheriger Saldo', 'Amount due prior to 15 June'])(
      '%s is of this one',
      (text) => {
        expect(['total', 'amount_due']).toContain(labelsIn(text)[0]?.concept);
      },
    );

    it.each(['Taxi', 'Mustermann GmbH', 'Dateien', 'subtotally', 'i va', ''])('%s contains no label', (text) => {
      expect(labelIn(text)).toBeUndefined();
    });

    it('are all found in one row, with their offsets', () => {
      expect(found('Rechnungsnummer Rechnungsdatum Fällig am')).toEqual([
        'invoice_number: Rechnungsnummer',
        'issue_date: Rechnungsdatum',
        'due_date: Fällig am',
      ]);
      expect(labelsIn('x Total: 5')[0]).toMatchObject({ from: 2, to: 7 });
    });

    it('prefer the words of the field to the lexicon, unless a longer label contains them', () => {
      expect(labelIn('Zählerstand 4711', { words: ['Zählerstand'] })?.concept).toBe('own');
      expect(labelIn('Reading date 3.4.2025', { words: ['reading date'], concept: 'issue_date' })?.concept).toBe('issue_date');
      expect(labelIn('Total tax 5,00', { words: ['total'] })?.concept).toBe('tax');
    });

    it('lie inside any text, in order and without overlaps', () => {
      const words = fc.constantFrom(...Object.values(lexicon).flat().slice(0, 400), '12,50', 'ß', 'é', '\u{1F600}', ' ', '-', 'N°');
      fc.assert(
        fc.property(fc.array(words, { maxLength: 6 }), (parts) => {
          const text = parts.join(' ');
          const matches = labelsIn(text);
          for (const [index, match] of matches.entries()) {
            expect(text.slice(match.from, match.to)).toBe(match.label);
            expect(match.from).toBeGreaterThanOrEqual(matches[index - 1]?.to ?? 0);
          }
        }),
        { seed: 7 },
      );
    });

    it('are all found in a long text', () => {
      expect(labelsIn('Total TTC Invoice number 12 '.repeat(4_000)).length).toBe(8_000);
    });
  });

  describe('headings and columns', () => {
    it('name a column by its header', () => {
      expect(['Menge', 'E-Preis', 'Gesamt', 'Désignation', 'VAT %', 'Pos.'].map(columnIn)).toEqual([
        'line_quantity',
        'line_unit_price',
        'line_amount',
        'line_description',
        'line_tax_rate',
        'line_position',
      ]);
    });

    it('name the party of a block', () => {
      expect(['Bill To:', 'Ver käufer', 'Lieferanschrift', 'Hello'].map(roleIn)).toEqual(['buyer', 'seller', 'delivery', undefined]);
    });

    it('distinguish credit notes and carried sums', () => {
      expect(['Gutschrift', 'Übertrag', 'RECHNUNG', 'Menge'].map(markIn)).toEqual(['credit-note', 'carry-over', 'title', undefined]);
    });

    it('are known in Arabic', () => {
      const sums = ['المجموع الفرعي', 'ضريبة القيمة المضافة', 'الإجمالي', 'تاريخ الاستحقاق', 'رقم الفاتورة'];
      expect(sums.map((printed) => labelIn(printed)?.concept)).toEqual(['subtotal', 'tax', 'total', 'due_date', 'invoice_number']);
      expect([markIn('فاتورة'), roleIn('فاتورة إلى'), columnIn('الكمية')]).toEqual(['title', 'buyer', 'line_quantity']);
    });

    it.each([
      ['Myyjä', 'Ostaja', 'Lasku', 'Kuvaus'],
      ['Sælger', 'Køber', 'Faktura', 'Varebeskrivelse'],
      ['Dodavatel', 'Odběratel', 'Daňový doklad', 'Popis'],
      ['Dodávateľ', 'Odberateľ', 'Faktúra', 'Názov'],
      ['Eladó', 'Vevő', 'Számla', 'Megnevezés'],
      ['Furnizor', 'Cumpărător', 'Factură', 'Descriere'],
      ['Prodajalec', 'Naročnik', 'Račun', 'Opis'],
      ['Müüja', 'Ostja', 'Arve', 'Kirjeldus'],
      ['Pārdevējs', 'Pircējs', 'Rēķins', 'Nosaukums'],
      ['Pardavėjas', 'Pirkėjas', 'Sąskaita faktūra', 'Pavadinimas'],
      ['Πωλητής', 'Αγοραστής', 'Τιμολόγιο', 'Περιγραφή'],
      ['Доставчик', 'Получател', 'Фактура', 'Описание'],
      ['Satıcı', 'Sayın', 'e-Fatura', 'Açıklama'],
    ])('are known in every language of the union: %s and %s', (seller, buyer, title, description) => {
      expect([roleIn(seller), roleIn(buyer), markIn(title), columnIn(description)]).toEqual([
        'seller',
        'buyer',
        'title',
        'line_description',
      ]);
    });

    it('label amounts that include tax as totals, not as taxes', () => {
      expect(['Importo IVA inclusa', 'Importe IVA incluido', 'Belopp inkl. moms'].map(columnIn)).toEqual(Array(3).fill('line_amount'));
    });

    it.each(['Att överföra', 'Överfört', 'Da riportare', 'Over te brengen', 'Z przeniesienia', 'Report de la page précédente'])(
      'take "%s" for a sum that goes over to the next page',
      (printed) => {
        expect(markIn(printed)).toBe('carry-over');
      },
    );

    it.each(['Numero nota di credito', 'Creditnummer', 'Kreditnummer', 'Número de abono', "Numéro d'avoir", 'Número da nota de crédito'])(
      'take "%s" for the number of a document: a credit note has no other',
      (printed) => {
        expect(labelIn(printed)?.concept).toBe('invoice_number');
      },
    );
  });
});

describe('total in a summary is no total', () => {
  const conceptIn = (container: string, name: string) => {
    const inner = { type: 'object', properties: { [name]: { type: 'number' } } };
    const [field] = parseSchema(JSON.stringify({ type: 'object', properties: { [container]: inner } })).fields;
    return field && conceptOf(field);
  };

  it.each(['summary', 'invoice_summary', 'financials', 'footer', 'totals'])('reads the total in "%s" as the total', (container) => {
    expect([conceptIn(container, 'grand_total'), conceptIn(container, 'subtotal')]).toEqual(['total', 'subtotal']);
  });

  it('does not know the total in a container that may have another subject', () => {
    expect(conceptIn('previous_year', 'total')).toBeUndefined();
  });
});

describe('named currency', () => {
  async function scoreOf(quote: string, value: string) {
    const outcome = await run({
      document: documentOf(`${quote}\n\n100.00`),
      fields: { currency: text },
      tiers: [scriptedModel('reader', [cell('$.currency', value, { quote })])],
    });
    return entryOf(outcome, '$.currency').score;
  }

  it('counts a currency as printed when an amount label or column header names it', async () => {
    expect([await scoreOf('Total € incl. VAT', '€'), await scoreOf('Einzelpreis/€ Gesamt/€', 'EUR')]).toEqual([accepted, accepted]);
  });

  it.each(['All prices in EUR', 'Alle Preise in EUR', 'Alla priser i EUR', 'Wszystkie ceny w EUR', 'Amounts (EUR)'])(
    'counts it as printed when it is that of all prices: %s',
    async (quote) => {
      expect(await scoreOf(quote, 'EUR')).toEqual(accepted);
    },
  );

  it('counts it as inferred when the words are about something else or name another currency', async () => {
    expect([await scoreOf('Cover up to 100 Mio. € for each person', '€'), await scoreOf('Total € incl. VAT', 'CHF')]).toEqual([held, held]);
  });

  it('counts it as printed when it stands alone over the amounts of a receipt', async () => {
    const over = async (page: string) => {
      const tiers = [scriptedModel('reader', [cell('$.currency', 'EUR', { quote: 'EUR' })])];
      return entryOf(await run({ document: documentOf(page), fields: { currency: text }, tiers }), '$.currency').score;
    };
    expect(await over('Shop\n                  EUR\nBread            2,18 A\nButter           1,98 A')).toEqual(accepted);
    expect(await over('Shop\nEUR\nBread            2,18 A\nButter           1,98 A')).toEqual(held);
  });
});
