import { french, german } from '../../../../fixtures/documents.js';
import { buildInvoice, type Invoice, type InvoiceFacts } from '../../../../fixtures/invoice/invoice.js';

/** What a document states, under our own names. */
export interface DocumentFacts {
  readonly number: string;
  readonly issueDate: string;
  readonly dueDate: string | null;
  readonly orderNumber: string | null;
  readonly customerNumber: string | null;
  readonly currency: string;
  readonly seller: string;
  readonly buyer: string | undefined;
  readonly sellerTaxId: string | undefined;
  readonly iban: string | undefined;
  readonly bic: string | undefined;
  readonly net: number;
  readonly tax: number;
  readonly taxRate: number | undefined;
  readonly total: number;
  readonly lines: readonly {
    readonly description: string;
    readonly quantity: number;
    readonly unit: string;
    readonly unitPrice: number;
    readonly lineTaxRate: number;
    readonly amount: number;
  }[];
}

export const factsOf = ({ totals, lines, taxes, seller, buyer, ...invoice }: Invoice): DocumentFacts => ({
  ...invoice,
  seller: seller.name,
  buyer: buyer?.name,
  sellerTaxId: seller.taxId,
  iban: seller.iban,
  bic: seller.bic,
  net: totals.subtotal.toNumber(),
  tax: totals.tax.toNumber(),
  taxRate: taxes[0]?.rate.toNumber(),
  total: totals.total.toNumber(),
  lines: lines.map(({ description, quantity, unit, unitPrice, taxRate, amount }) => ({
    description,
    unit,
    quantity: quantity.toNumber(),
    unitPrice: unitPrice.toNumber(),
    lineTaxRate: taxRate.toNumber(),
    amount: amount.toNumber(),
  })),
});

const euro = (facts: InvoiceFacts): Invoice => buildInvoice({ currency: 'EUR', issueDate: '2025-03-18', dueDate: '2025-04-17', ...facts });

/** One invoice in each language, from an office of that country. */
export const invoices: Readonly<Record<string, Invoice>> = {
  English: buildInvoice({
    lines: [
      { description: 'Oak shelf, 80 cm', quantity: 4, unitPrice: 64.5 },
      { description: 'Fitting on site', quantity: 3.5, unit: 'h', unitPrice: 48 },
    ],
  }),
  German: german(),
  French: french(),
  Spanish: euro({
    language: 'es',
    seller: {
      name: 'Talleres Ribera S.L.',
      address: ['Calle Mayor 12', '46001 Valencia', 'España'],
      taxId: 'ES B12345674',
      iban: 'ES91 2100 0418 4502 0005 1332',
      bic: 'CAIXESBB',
    },
    buyer: { name: 'Librería Cervantes S.A.', address: ['Plaza Nueva 3', '41001 Sevilla'] },
    number: 'F-2025-0318',
    lines: [
      { description: 'Estantería de roble', quantity: 6, unit: 'ud', unitPrice: 84.5, taxRate: 21 },
      { description: 'Montaje a domicilio', quantity: 2.5, unit: 'h', unitPrice: 38, taxRate: 21 },
    ],
  }),
  Italian: euro({
    language: 'it',
    seller: {
      name: 'Falegnameria Bianchi S.r.l.',
      address: ['Via Roma 24', '20121 Milano', 'Italia'],
      taxId: 'IT 00743110157',
      iban: 'IT60 X054 2811 1010 0000 0123 456',
      bic: 'BLOPIT22',
    },
    buyer: { name: 'Libreria Dante S.p.A.', address: ['Corso Italia 7', '50123 Firenze'] },
    number: '2025/318',
    lines: [
      { description: 'Scaffale in rovere', quantity: 5, unit: 'pz', unitPrice: 92.4, taxRate: 22 },
      { description: 'Montaggio in sede', quantity: 3, unit: 'ore', unitPrice: 41, taxRate: 22 },
    ],
  }),
  Dutch: euro({
    language: 'nl',
    seller: {
      name: 'Meubelmakerij De Linde B.V.',
      address: ['Kerkstraat 8', '3511 AB Utrecht', 'Nederland'],
      taxId: 'NL 004495445B01',
      iban: 'NL91 ABNA 0417 1643 00',
      bic: 'ABNANL2A',
    },
    buyer: { name: 'Boekhandel Van Dijk', address: ['Markt 15', '2611 GP Delft'] },
    number: '20250318',
    lines: [
      { description: 'Eiken boekenkast', quantity: 3, unit: 'st', unitPrice: 248, taxRate: 21 },
      { description: 'Montage op locatie', quantity: 4.5, unit: 'uur', unitPrice: 55, taxRate: 21 },
    ],
  }),
  Portuguese: euro({
    language: 'pt',
    seller: {
      name: 'Carpintaria do Tejo, Lda.',
      address: ['Rua Augusta 40', '1100-053 Lisboa', 'Portugal'],
      taxId: 'PT 501964843',
      iban: 'PT50 0002 0123 1234 5678 9015 4',
      bic: 'BBPIPTPL',
    },
    buyer: { name: 'Livraria Camões, S.A.', address: ['Avenida Central 9', '4710-228 Braga'] },
    number: 'FT 2025/318',
    lines: [
      { description: 'Estante em carvalho', quantity: 7, unit: 'un', unitPrice: 73.2, taxRate: 23 },
      { description: 'Montagem no local', quantity: 2, unit: 'h', unitPrice: 36.5, taxRate: 23 },
    ],
  }),
};
