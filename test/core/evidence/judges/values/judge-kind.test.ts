import { describe, expect, it } from 'vitest';
import { judgeKind } from '../../../../../core/evidence/judges/judge-kind.js';
import { parseSchema } from '../../../../../core/index.js';
import { text } from '../../../builders.js';

const capsOf = (name: string, printed: string) => {
  const [field] = parseSchema(JSON.stringify({ type: 'object', properties: { [name]: text } })).fields;
  return field ? judgeKind(printed, field).map((cap) => cap.name) : [];
};

describe('a text that its shape proves to be something else is refused', () => {
  it.each([
    ['apartment', 'DE89 3704 0044 0532 0130 00'],
    ['registration_number', 'DE89 3704 0044 0532 0130 00'],
    ['invoice_number', 'DE89 3704 0044 0532 0130 00'],
    ['vat_id', '+49 7531 55510'],
    ['city', 'info@acme.example'],
    ['seller_name', 'www.acme.example'],
    ['room_number', 'https://acme.example/pay'],
  ])('%s: %s', (name, printed) => {
    expect(capsOf(name, printed)).toEqual(['format.wrongShape']);
  });

  it.each([
    ['iban', 'DE89 3704 0044 0532 0130 00'],
    ['bank_account', 'DE89 3704 0044 0532 0130 00'],
    ['payment_terms', 'www.acme.example/terms'],
    ['support_contact', '+49 7531 55510'],
    ['mobile_number', '+44 7700 900123'],
    ['email', 'info@acme.example'],
    ['login', 'info@acme.example'],
    ['apartment', '2. OG links'],
    ['invoice_number', '+4711'],
  ])('but not %s: %s', (name, printed) => {
    expect(capsOf(name, printed)).toEqual([]);
  });
});
