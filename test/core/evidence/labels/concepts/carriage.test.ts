import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel } from '../../../builders.js';

const score = async (name: string, label: string) =>
  entryOf(
    await run({
      document: documentOf(`${label}      4.90\nTotal     24.90`),
      fields: { [name]: money },
      tiers: [scriptedModel('reader', [cell(`$.${name}`, '4.90', { quote: `${label} 4.90` })])],
    }),
    `$.${name}`,
  );

it('doubts that a charge of any kind is what shipping costs', async () => {
  expect((await score('shipping', 'Gesamtbetrag der Zuschläge')).reason).toBe(
    'Label conflict: "Gesamtbetrag der Zuschläge" may be any charge',
  );
  expect((await score('shipping', 'Versandkosten')).reason).not.toContain('any charge');
  expect((await score('charges_total', 'Gesamtbetrag der Zuschläge')).reason).not.toContain('any charge');
});
