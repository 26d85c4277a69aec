import { describe, expect, it } from 'vitest';
import { parseSchema } from '../../../../core/index.js';
import local from '../../../../plugins/models/local.js';
import { engineOf } from '../../../core/builders.js';
import { drawn, text, valuesOf } from './page.js';

const yesOrNo = { type: 'boolean' } as const;
const oneOf = (...choices: readonly string[]) => ({ type: 'string', enum: choices });

/** The answer of an engine with only the local reader to one field: value, score, and the words that prove it. */
async function asked(page: string, name: string, definition: unknown) {
  const engine = engineOf({ document: drawn(page), tiers: [{ plugin: local }] });
  const schema = parseSchema(JSON.stringify({ type: 'object', properties: { [name]: definition } }));
  const { object } = await engine.extract({ file: { name: 'a.pdf', bytes: new Uint8Array() }, schema });
  await engine.close();
  const { [name]: value, _meta } = object as { _meta: { field_confidence: { score: number; text?: string; reason: string }[] } } & Record<
    string,
    unknown
  >;
  const [{ score, text, reason } = { score: 0, reason: '' }] = _meta.field_confidence;
  return { value, accepted: score >= 0.85, text, reason };
}

describe('a yes or no', () => {
  it.each([
    ['reverse_charge', 'Reverse charge does not apply to this invoice.', false],
    ['reverse_charge', 'Omvänd betalningsskyldighet gäller inte', false],
    ['reverse_charge', 'Reverse charge:        No', false],
    ['reverse_charge', 'No VAT charged: reverse charge', true],
  ])('has its sense: %s, "%s" is %s', async (name, page, value) => {
    expect(await asked(page, name, yesOrNo)).toMatchObject({ value, accepted: true });
  });

  it.each([
    ['reverse_charge', 'Steuerschuldnerschaft des Leistungsempfängers', true],
    ['isReverseCharge', 'Autoliquidation', true],
    ['autoliquidation', 'Reverse charge: VAT is to be accounted for by the customer.', true],
    ['paid', 'BEZAHLT', true],
    ['is_paid', 'Facture acquittée', true],
    ['bezahlt', 'Unpaid', false],
    ['is_credit_note', 'Gutschrift', true],
    ['credit_note', 'Rechnung', false],
    ['prices_include_tax', 'Alle Preise inkl. MwSt.', true],
    ['tax_included', 'All prices excl. VAT', false],
  ])('%s is answered by "%s"', async (name, words, answer) => {
    const reply = await asked(`Acme Ltd\n\n${words}\n\nTotal   120.00`, name, yesOrNo);
    expect(reply).toMatchObject({ value: answer, accepted: true });
    expect(words).toContain(reply.text);
  });

  it.each([
    ['paid', 'Paid   250.00'],
    ['paid', 'This invoice is to be paid within 30 days.'],
    ['reverse_charge', 'VAT 20%   20.00'],
    ['prices_include_tax', 'Total incl. VAT   120.00'],
  ])('%s is not answered by "%s"', async (name, words) => {
    const reply = await asked(`Acme Ltd\n\n${words}`, name, yesOrNo);
    expect(reply.value).toBeNull();
    expect(reply.reason).not.toBe('');
  });
});

describe('a choice', () => {
  const documents = oneOf('invoice', 'credit_note', 'receipt');
  const means = oneOf('cash', 'card', 'transfer', 'direct_debit');

  it.each([
    ['document_type', 'Rechnung', 'invoice', documents],
    ['documentType', "Facture d'avoir", 'credit_note', documents],
    ['type', 'Scontrino', 'receipt', documents],
    ['payment_method', 'Zahlungsart: Überweisung', 'transfer', means],
    ['paymentMethod', 'Mode de paiement : Carte bancaire', 'card', means],
    ['forma_pago', 'Forma de pago: Recibo domiciliado', 'direct_debit', means],
    ['zahlungsart', 'Payment method: Cash', 'BAR', oneOf('BAR', 'KARTE', 'UEBERWEISUNG')],
  ])('%s, where it says "%s", is %s', async (name, words, answer, definition) => {
    expect(await asked(`Acme Ltd\n\n${words}\n\nTotal   120.00`, name, definition)).toMatchObject({ value: answer, accepted: true });
  });

  it('is doubted where nothing but a word on the page names it', async () => {
    expect(await asked('Corner Shop\n\nKartenzahlung\n\nSumme   12,00', 'payment_method', means)).toMatchObject({
      value: 'card',
      accepted: false,
    });
  });

  it('is none where the page names none of them', async () => {
    expect(await asked('Acme Ltd\n\nPayment method: Barter\n\nTotal   120.00', 'payment_method', means)).toMatchObject({
      value: null,
      accepted: false,
    });
    expect(await asked('Acme Ltd\n\nDelivery note\n\nTotal   120.00', 'document_type', documents)).toMatchObject({ value: null });
    expect((await asked('Acme Ltd\n\nCash or card accepted', 'payment_method', means)).value).toBeNull();
  });
});

describe('terms of payment', () => {
  it('are not how something is paid', async () => {
    const page = 'Payment method: Bank transfer\nPayment terms: 30 days net';
    expect(await valuesOf(page, { payment_terms: text, payment_method: text })).toEqual({
      payment_terms: '30 days net',
      payment_method: 'Bank transfer',
    });
    expect(await valuesOf('Zahlungsart: Überweisung', { payment_terms: text })).toEqual({});
  });
});

it('a yes or no is denied by the rest of its sentence in the next line', async () => {
  const page = 'The reverse charge for this supply of goods\ndoes not apply.';
  expect(await valuesOf(page, { reverse_charge: yesOrNo })).toEqual({ reverse_charge: 'false' });
});
