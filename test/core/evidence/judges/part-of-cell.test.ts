import { describe, expect, it } from 'vitest';
import { documentOf, refutedOrProven, run, text } from '../../builders.js';

const order = `Terms         2% 10, Net 45
Facility      Newton Outpatient
Carrier       Nordfrakt AG, Kiel
Seal          TR0099184 intact`;

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
  ])('%s %s', async (field, value) => {
    expect(await judged({ [field]: value })).toContain(asPart);
  });

  it.each([
    ['terms', '2% 10, Net 45'],
    ['facility', 'Newton Outpatient'],
    ['carrier', 'Nordfrakt AG'],
    ['seal', 'TR0099184'],
  ])('but not all of it, a company before its town, or a code: %s %s', async (field, value) => {
    expect(await judged({ [field]: value })).not.toContain(asPart);
  });

  it('but not where another value has the rest', async () => {
    expect(await judged({ facility: 'Newton', kind: 'Outpatient' })).not.toContain(asPart);
  });
});
