import { expect, it } from 'vitest';
import { identifiersUnder, numberAfterTitle } from '../../../../../core/evidence/labels/nearby/identifiers-under.js';
import { DocumentIndex } from '../../../../../core/evidence/page/document-index.js';
import { parseSchema } from '../../../../../core/index.js';
import { documentOf } from '../../../builders.js';

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
