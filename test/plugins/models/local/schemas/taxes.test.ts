import { beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceTaxRow } from '../../../../fixtures/invoice/calculate.js';
import { type AskDocuments, askingOf } from './ask-documents.js';
import { invoices } from './documents.js';
import type { SchemaLeaf } from './shape.js';

const asked = (fact: keyof InvoiceTaxRow): SchemaLeaf => ({ fact, definition: { type: 'number' } });
const rate = asked('rate');
const base = asked('base');
const tax = asked('amount');

/** Different ways to ask for the same thing: the taxes of a document, one for each rate. */
const schemas: Readonly<Record<string, readonly [array: string, row: Readonly<Record<string, SchemaLeaf>>]>> = {
  English: ['taxes', { rate, base, amount: tax }],
  'camel case': ['taxBreakdown', { taxRate: rate, taxableAmount: base, taxAmount: tax }],
  'of lines': ['tax_lines', { percent: rate, net_amount: base, tax }],
  German: ['mwst', { satz: rate, netto: base, betrag: tax }],
  French: ['detail_tva', { taux: rate, base_ht: base, montant_tva: tax }],
  Spanish: ['desglose_iva', { tipo: rate, base_imponible: base, cuota: tax }],
  Italian: ['riepilogo_iva', { aliquota: rate, imponibile: base, imposta: tax }],
  Dutch: ['btw_specificatie', { tarief: rate, grondslag: base, bedrag: tax }],
  UBL: ['TaxSubtotal', { Percent: rate, TaxableAmount: base, TaxAmount: tax }],
  FatturaPA: ['DatiRiepilogo', { AliquotaIVA: rate, ImponibileImporto: base, Imposta: tax }],
};

describe('the local reader answers arrays of taxes', () => {
  let asking: AskDocuments;
  beforeAll(async () => {
    asking = await askingOf(invoices);
  });

  it.each(Object.entries(schemas))('%s', async (_, [array, row]) => {
    const answers = await asking({ [array]: [row] });
    const stated = Object.entries(invoices).map(([name, { taxes }]) => [name, { [array]: taxes.map((one) => taxesIn(row, one)) }]);
    expect(answers).toEqual(Object.fromEntries(stated));
  });
});

const taxesIn = (row: Readonly<Record<string, SchemaLeaf>>, taxes: InvoiceTaxRow): unknown =>
  Object.fromEntries(Object.entries(row).map(([name, { fact }]) => [name, taxes[fact as keyof InvoiceTaxRow].toNumber()]));
