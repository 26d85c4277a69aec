import { describe, expect, it } from 'vitest';
import { identifiersUnder, numberAfterTitle } from '../../../../core/evidence/labels/nearby/identifiers-under.js';
import { valuesUnder } from '../../../../core/evidence/labels/nearby/values-under.js';
import { DocumentIndex } from '../../../../core/evidence/page/document-index.js';
import { parseSchema } from '../../../../core/index.js';
import { documentOf, money } from '../../builders.js';

const index = new DocumentIndex(documentOf('Shipping weight   12.50\nPacking depth     7.25\nTotal amount     99.00'));
const fieldsOf = (...names: readonly string[]) =>
  parseSchema(JSON.stringify({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, money])) })).fields;
const found = (name: string): readonly string[] => fieldsOf(name).flatMap((field) => valuesUnder(field, index).map(({ value }) => value));

describe('the values under a field’s labels', () => {
  it('are those beside the words of its own name', () => {
    expect([found('shipping_weight'), found('packing_depth'), found('cargo_height')]).toEqual([['12.5'], ['7.25'], []]);
  });

  it('are searched for once by all fields that differ only in words which the document does not print', () => {
    const fields = fieldsOf(...Array.from({ length: 500 }, (_, each) => `cargo height ${each} of the crate`));
    expect(fields).toHaveLength(500);
    expect(new Set(fields.map((field) => valuesUnder(field, index))).size).toBe(1);
  });

  it('are never those of a field whose words the document does print', () => {
    const [absent, printed] = fieldsOf('cargo_height', 'shipping_weight');
    expect(absent && printed && valuesUnder(absent, index)).not.toBe(printed && valuesUnder(printed, index));
  });
});

const { fields } = parseSchema(JSON.stringify({ type: 'object', properties: { invoice_number: { type: 'string' } } }));
const [invoiceNumber] = fields;

it.each([
  ['Handelsrechnung (380) Nr. TX-4711', 'TX-4711'],
  ['Rechnung Nr. 2026-17', '2026-17'],
  ['Invoice N123', 'N123'],
])('the number of the document follows its title, a type code and a number sign: %s', (page, value) => {
  expect(invoiceNumber && numberAfterTitle(invoiceNumber, new DocumentIndex(documentOf(page)))?.text).toBe(value);
});

it('an identifier stands after its label', () => {
  const found = invoiceNumber && identifiersUnder(invoiceNumber, new DocumentIndex(documentOf('Invoice number: # 2026-17')));
  expect(found?.map(({ text }) => text)).toEqual(['2026-17']);
});
