import { describe, expect, it } from 'vitest';
import { text, valuesOf } from '../page.js';

const read = async (page: string) => (await valuesOf(page, { invoice_number: text }))['invoice_number'];

describe('the local reader takes for the number of an invoice', () => {
  it('digits that could be a day, for nobody parted them', async () => {
    expect(await read('Factuurnummer 20250318')).toBe('20250318');
    expect(await read('Factuurnummer 18-03-2025')).toBeUndefined();
  });

  it('what a label with a hyphen clings to', async () => {
    expect(await read('Rechnungs-Nr.:1425')).toBe('1425');
  });

  it('what stands in brackets, without them', async () => {
    expect(await read('Invoice no: [4711]')).toBe('4711');
  });

  it('the kind of document and its series with it', async () => {
    expect(await read('Número da fatura FT 2025/318')).toBe('FT 2025/318');
    expect(await read('Invoice no EUR 120/1')).toBeUndefined();
  });
});

describe('the number of a customer', () => {
  const numberOn = async (page: string) => (await valuesOf(page, { customer_number: text }))['customer_number'];

  it('is no account at a bank', async () => {
    expect(await numberOn('Bank Name: Severn Bank\nAccount No: 00030340067212')).toBeUndefined();
    expect(await numberOn('Account No: 00030340067212')).toBe('00030340067212');
    expect(await numberOn('Pay at any bank\nCustomer account no: 1234 1234')).toBe('1234 1234');
  });
});
