import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, run, scriptedModel } from '../../../builders.js';
import { held, refused } from '../../verdicts.js';

const flag = { type: 'boolean' };

const answer = async (page: string, field: string, value: string, quote: string) => {
  const document = documentOf(`Acme Trading Ltd\n${page}\nTotal   10.00 EUR`);
  const tiers = [scriptedModel('reader', [cell(`$.${field}`, value, { quote })])];
  return entryOf(await run({ document, fields: { [field]: flag }, tiers }), `$.${field}`);
};

describe('a yes that the page denies is refused', () => {
  it.each([
    ['Reverse charge does not apply to this invoice.', 'reverse_charge', 'Reverse charge does not apply to this invoice.'],
    ['Reverse charge does not apply to this invoice.', 'reverse_charge', 'Reverse charge'],
    ['Omvänd betalningsskyldighet gäller inte', 'reverse_charge', 'Omvänd betalningsskyldighet'],
    ['Reverse charge:          No', 'reverse_charge', 'Reverse charge:'],
    ['The rules of reverse charge\ndo not apply', 'reverse_charge', 'The rules of reverse charge'],
    ['Express delivery: no', 'express_delivery', 'Express delivery: no'],
    ['The goods are not fragile.', 'fragile', 'The goods are not fragile.'],
    ['☐ Fragile', 'fragile', '☐ Fragile'],
  ])('%s', async (page, field, quote) => {
    expect((await answer(page, field, 'true', quote)).score).toEqual(refused);
  });

  it('with the words that deny it', async () => {
    expect((await answer('Express delivery: no', 'express_delivery', 'true', 'Express delivery')).reason).toBe(
      'Contradicted: "Express delivery: no" on page 1',
    );
  });
});

describe('a no that the page contradicts is refused', () => {
  it.each([
    ['Reverse charge: VAT is paid by the recipient', 'reverse_charge', 'Reverse charge'],
    ['Express delivery: yes', 'express_delivery', 'Express delivery'],
  ])('%s', async (page, field, quote) => {
    expect((await answer(page, field, 'false', quote)).score).toEqual(refused);
  });
});

describe('an answer that the page gives is accepted', () => {
  it.each([
    ['Reverse charge does not apply to this invoice.', 'reverse_charge', 'false'],
    ['Reverse charge: VAT is paid by the recipient', 'reverse_charge', 'true'],
    ['No VAT charged: reverse charge', 'reverse_charge', 'true'],
    ['Express delivery: yes', 'express_delivery', 'true'],
    ['Express delivery: no', 'express_delivery', 'false'],
    ['Express delivery is not included', 'express_delivery', 'false'],
    ['CREDIT NOTE', 'is_credit_note', 'true'],
  ])('%s: %s is %s', async (page, field, value) => {
    expect((await answer(page, field, value, page)).score).toBeGreaterThanOrEqual(0.85);
  });
});

it('does not take the labels of a page for its statements', async () => {
  const page = 'Amount paid     0.00\nInvoice no 118\nCREDIT NOTE';
  for (const [field, value, quote] of [
    ['paid', 'false', 'Amount paid 0.00'],
    ['is_credit_note', 'true', 'CREDIT NOTE'],
  ] as const)
    expect((await answer(page, field, value, quote)).reason).not.toMatch(/Contradicted|Multiple/);
});

it('doubts a yes beside a denial that may be about something else', async () => {
  expect(await answer('The warranty does not cover glass.', 'warranty', 'true', 'The warranty does not cover glass.')).toMatchObject({
    score: held,
  });
});

it('doubts a no where the page only names the question', async () => {
  expect(await answer('Express delivery', 'express_delivery', 'false', 'Express delivery')).toMatchObject({ score: held });
});

it('doubts an answer where the document gives both', async () => {
  const both = 'Reverse charge\n\nReverse charge does not apply to the fees.';
  expect(await answer(both, 'reverse_charge', 'false', 'Reverse charge does not apply to the fees.')).toMatchObject({ score: held });
});

it('does not count an amount under the words of an answer as another answer', async () => {
  const page = 'Amount under reverse charge      20.00\nVAT      0.00\nReverse charge applies';
  expect((await answer(page, 'reverse_charge', 'true', 'Reverse charge applies')).reason).not.toContain('Multiple');
});
