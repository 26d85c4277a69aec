import { type Subject, subjectOf } from './subject.js';
import type { LineField, Stated, TruthFile } from './truth-file.js';
import { documentOf } from './typed-document.js';

/** The shipped documents with readings that say what is printed. */
export const exampleSubjects = (): readonly Subject[] =>
  exampleDocuments.map(({ page, truth }) => {
    const file = { name: `${truth.id}.txt`, bytes: new TextEncoder().encode(page) };
    return subjectOf(truth.id, { ...documentOf(page), file }, { truth });
  });

/** A document as it is printed, and what a person reads on it. */
export interface ExampleDocument {
  readonly page: string;
  readonly truth: TruthFile;
}

const stated = (values: Readonly<Record<string, string | number>>): Readonly<Record<string, Stated>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

/** A row of a truth. */
export const row = (description: string, quantity: number, unit_price: number, amount: number): Readonly<Record<LineField, Stated>> => ({
  description: { value: description },
  quantity: { value: quantity },
  unit_price: { value: unit_price },
  amount: { value: amount },
});

const sums = { horizontal_sum: { holds: true }, vertical_sum: { holds: true } } as const;

/**
 * Documents that rules are tried on: in five countries, currencies and ways to write, all made up. Companies, accounts and numbers have valid
 * check digits and belong to nobody we know.
 */
export const exampleDocuments: readonly ExampleDocument[] = [
  {
    page: `
Brightwater Print & Sign Ltd                               INVOICE
14 Quay Street, Galway, Ireland
VAT number: IE6388047V

Bill to: Harbour Books Ltd                  Invoice number: BW-2026-0147
         3 Shop Street, Galway              Invoice date: 12 March 2026
                                            Due date: 11 April 2026

Description                      Quantity    Unit price        Amount
Window lettering                        2        340.00        680.00
Shop sign, oak                          1      1,250.00      1,250.00
Delivery                                1         45.50         45.50

                                            Subtotal         1,975.50
                                            VAT 23 %           454.37
                                            Total EUR        2,429.87

IBAN: IE29 AIBK 9311 5212 3456 78           BIC: AIBKIE2D`,
    truth: {
      id: 'brightwater',
      doc_type: 'invoice',
      fields: stated({
        invoice_number: 'BW-2026-0147',
        issue_date: '2026-03-12',
        due_date: '2026-04-11',
        currency: 'EUR',
        seller_name: 'Brightwater Print & Sign Ltd',
        buyer_name: 'Harbour Books Ltd',
        subtotal: 1975.5,
        tax: 454.37,
        total: 2429.87,
      }),
      further: stated({ seller_tax_id: 'IE6388047V', bic: 'AIBKIE2D' }),
      line_items: [row('Window lettering', 2, 340, 680), row('Shop sign, oak', 1, 1250, 1250), row('Delivery', 1, 45.5, 45.5)],
      math_on_page: sums,
    },
  },
  {
    page: `
Kranbau Nord GmbH                                          Rechnung
Werftweg 8, 24143 Kiel
USt-IdNr.: DE136695976

Kunde: Hafen Süd AG                         Rechnungsnummer: RE-4711-8
       Kai 2, 20457 Hamburg                 Rechnungsdatum: 03.04.2026
                                            Fällig am: 17.05.2026

Beschreibung                      Menge    Einzelpreis         Betrag
Stahlseil 12 mm                       3         120,50         361,50
Wartung der Winde                     2          80,25         160,50
Haken                                10          12,40         124,00

                                         Zwischensumme         646,00
                                         MwSt. 19 %            122,74
                                         Gesamtbetrag EUR      768,74
                                         Anzahlung              68,74
                                         Zahlbetrag            700,00

IBAN: DE89 3704 0044 0532 0130 00           BIC: COBADEFFXXX`,
    truth: {
      id: 'kranbau',
      doc_type: 'invoice',
      fields: stated({
        invoice_number: 'RE-4711-8',
        issue_date: '2026-04-03',
        due_date: '2026-05-17',
        currency: 'EUR',
        seller_name: 'Kranbau Nord GmbH',
        buyer_name: 'Hafen Süd AG',
        subtotal: 646,
        tax: 122.74,
        total: 768.74,
        amount_due: 700,
      }),
      further: stated({ seller_tax_id: 'DE136695976', bic: 'COBADEFFXXX' }),
      line_items: [row('Stahlseil 12 mm', 3, 120.5, 361.5), row('Wartung der Winde', 2, 80.25, 160.5), row('Haken', 10, 12.4, 124)],
      math_on_page: sums,
    },
  },
  {
    page: `
Papeterie du Vieux Port SARL                               FACTURE
2 quai du Port, 13002 Marseille
SIREN: 303 265 045                          N° TVA: FR40303265045

Client: Librairie des Alpes                 Numéro de facture: 2026-0385
                                            Date de facture: 21/05/2026
                                            Échéance: 20/06/2026

Désignation                    Quantité    Prix unitaire       Montant
Papier A4, 500 feuilles              40             4,20        168,00
Enveloppes C5                       200             0,15         30,00

                                              Total HT          198,00
                                              TVA 20 %           39,60
                                              Total TTC EUR     237,60

IBAN: FR14 2004 1010 0505 0001 3M02 606`,
    truth: {
      id: 'papeterie',
      doc_type: 'invoice',
      fields: stated({
        invoice_number: '2026-0385',
        issue_date: '2026-05-21',
        due_date: '2026-06-20',
        currency: 'EUR',
        seller_name: 'Papeterie du Vieux Port SARL',
        buyer_name: 'Librairie des Alpes',
        subtotal: 198,
        tax: 39.6,
        total: 237.6,
      }),
      further: stated({ seller_tax_id: 'FR40303265045', siren: '303 265 045' }),
      line_items: [row('Papier A4, 500 feuilles', 40, 4.2, 168), row('Enveloppes C5', 200, 0.15, 30)],
      math_on_page: sums,
    },
  },
  {
    page: `
TIDELINE MARINE SUPPLY INC                                 INVOICE
88 Wharf Road, Portland, ME 04101

Bill to: Casco Ferries LLC                  Invoice no: 20418
                                            Invoice date: 03/27/2026
Purchase order: PO-55120                    Due date: 04/26/2026

Item                             Qty       Unit price           Amount
Mooring line, 50 ft                6            89.95           539.70
Fender, 24 in                     12            41.25           495.00
Deck cleat                        30             7.80           234.00
Signal horn                        4            28.50           114.00

                                           Subtotal           1,382.70
                                           Sales tax 5.5 %       76.05
                                           Total USD          1,458.75
                                           Amount due USD     1,458.75`,
    truth: {
      id: 'tideline',
      doc_type: 'invoice',
      fields: stated({
        invoice_number: '20418',
        issue_date: '2026-03-27',
        due_date: '2026-04-26',
        currency: 'USD',
        seller_name: 'TIDELINE MARINE SUPPLY INC',
        buyer_name: 'Casco Ferries LLC',
        subtotal: 1382.7,
        tax: 76.05,
        total: 1458.75,
        amount_due: 1458.75,
      }),
      further: stated({ order_number: 'PO-55120' }),
      line_items: [
        row('Mooring line, 50 ft', 6, 89.95, 539.7),
        row('Fender, 24 in', 12, 41.25, 495),
        row('Deck cleat', 30, 7.8, 234),
        row('Signal horn', 4, 28.5, 114),
      ],
      math_on_page: sums,
    },
  },
  {
    page: `
OAKFIELD STATIONERS
21 High Street, Norwich
Receipt no: R-88213            Date: 2026-06-02

Description                Quantity    Price      Amount
Marker pen, black                 3     2.45        7.35
EAN: 4006381333931
Notebook A5                       2     4.90        9.80

                           Subtotal                17.15
                           VAT 20 %                 3.43
                           Total GBP               20.58`,
    truth: {
      id: 'oakfield',
      doc_type: 'receipt',
      fields: stated({
        invoice_number: 'R-88213',
        issue_date: '2026-06-02',
        currency: 'GBP',
        seller_name: 'OAKFIELD STATIONERS',
        subtotal: 17.15,
        tax: 3.43,
        total: 20.58,
      }),
      further: stated({ ean: '4006381333931' }),
      line_items: [row('Marker pen, black', 3, 2.45, 7.35), row('Notebook A5', 2, 4.9, 9.8)],
      math_on_page: sums,
    },
  },
  {
    page: `
Duinrand Installaties B.V.                                  FACTUUR
Zeeweg 40, 2051 EC Overveen
BTW-nummer: NL004495445B01

Klant: Bakkerij Zon                         Factuurnummer: F26-0093
                                            Factuurdatum: 15-01-2026
                                            Vervaldatum: 14-02-2026

Omschrijving                      Aantal         Prijs         Bedrag
Montage warmtepomp                    16         62,50       1.000,00
Koperbuis 22 mm                       25          8,40         210,00

                                          Subtotaal          1.210,00
                                          BTW 21 %             254,10
                                          Totaal EUR         1.464,10

IBAN: NL91 ABNA 0417 1643 00                BIC: ABNANL2A`,
    truth: {
      id: 'duinrand',
      doc_type: 'invoice',
      fields: stated({
        invoice_number: 'F26-0093',
        issue_date: '2026-01-15',
        due_date: '2026-02-14',
        currency: 'EUR',
        seller_name: 'Duinrand Installaties B.V.',
        buyer_name: 'Bakkerij Zon',
        subtotal: 1210,
        tax: 254.1,
        total: 1464.1,
      }),
      further: stated({ seller_tax_id: 'NL004495445B01', bic: 'ABNANL2A' }),
      line_items: [row('Montage warmtepomp', 16, 62.5, 1000), row('Koperbuis 22 mm', 25, 8.4, 210)],
      math_on_page: sums,
    },
  },
];
