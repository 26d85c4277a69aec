import { describe, expect, it } from 'vitest';
import { documentOf, refutedOrProven, run, text } from '../../builders.js';

const order = `Terms         2% 10, Net 45
Facility      Newton Outpatient
Carrier       Nordfrakt AG, Kiel
Seal          TR0099184 intact
Instructor    Dr. Ada Smith
Inspector     (QA) Bo Larsen
Driver        Wes Aragon, CDL 5512
City          Galway Ireland
Currency      EUR Euro
Delivery terms: FCA Newport
Payment : 45 days from receipt
Imprint: Lantern House First published: 03/17/2020`;

/** What is said against a value that a person gives without a quote, or what proves it. */
async function judged(data: Readonly<Record<string, string>>): Promise<string> {
  const fields = Object.fromEntries(Object.keys(data).map((field) => [field, text]));
  return refutedOrProven(await run({ document: documentOf(order), fields, given: { data } }), Object.keys(data)[0] ?? '').join(' ');
}

const asPart = 'as a part of a longer text';

describe('a text is refuted where it is only some words of the cell under or beside its caption', () => {
  it.each([
    ['terms', 'Net 45'],
    ['facility', 'Newton'],
    ['delivery_terms', 'FCA'],
    ['payment_terms', '45 days'],
  ])('%s %s', async (field, value) => {
    expect(await judged({ [field]: value })).toContain(asPart);
  });

  it.each([
    ['terms', '2% 10, Net 45'],
    ['facility', 'Newton Outpatient'],
    ['carrier', 'Nordfrakt AG'],
    ['seal', 'TR0099184'],
    ['driver', 'Wes Aragon'],
    ['instructor', 'Ada Smith'],
    ['inspector', 'Bo Larsen'],
    ['city', 'Galway'],
    ['currency', 'EUR'],
    ['imprint', 'Lantern House'],
  ])(
    'but not all of it, a company before its town, a code, what a mark parts, before another caption, behind a title, or a part of an address: %s %s',
    async (field, value) => {
      expect(await judged({ [field]: value })).not.toContain(asPart);
    },
  );

  it('but not a choice', async () => {
    const field = { enum: ['Visa', 'Mastercard'] };
    const outcome = await run({
      document: documentOf('Paid with     Visa ending 4242'),
      fields: { paid_with: field },
      given: { data: { paid_with: 'Visa' } },
    });
    expect(refutedOrProven(outcome, 'paid_with').join(' ')).not.toContain(asPart);
  });

  it('but not where another value has the rest', async () => {
    expect(await judged({ facility: 'Newton', kind: 'Outpatient' })).not.toContain(asPart);
  });
});
