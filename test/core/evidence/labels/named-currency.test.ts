import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, run, scriptedModel, text } from '../../builders.js';
import { accepted, held } from '../verdicts.js';

async function scoreOf(quote: string, value: string) {
  const outcome = await run({
    document: documentOf(`${quote}\n\n100.00`),
    fields: { currency: text },
    tiers: [scriptedModel('reader', [cell('$.currency', value, { quote })])],
  });
  return entryOf(outcome, '$.currency').score;
}

it('counts a currency as printed when an amount label or column header names it', async () => {
  expect([await scoreOf('Total € incl. VAT', '€'), await scoreOf('Einzelpreis/€ Gesamt/€', 'EUR')]).toEqual([accepted, accepted]);
});

it.each(['All prices in EUR', 'Alle Preise in EUR', 'Alla priser i EUR', 'Wszystkie ceny w EUR', 'Amounts (EUR)'])(
  'counts it as printed when it is that of all prices: %s',
  async (quote) => {
    expect(await scoreOf(quote, 'EUR')).toEqual(accepted);
  },
);

it('counts it as inferred when the words are about something else or name another currency', async () => {
  expect([await scoreOf('Cover up to 100 Mio. € for each person', '€'), await scoreOf('Total € incl. VAT', 'CHF')]).toEqual([held, held]);
});

it('counts it as printed when it stands alone over the amounts of a receipt', async () => {
  const over = async (page: string) => {
    const tiers = [scriptedModel('reader', [cell('$.currency', 'EUR', { quote: 'EUR' })])];
    return entryOf(await run({ document: documentOf(page), fields: { currency: text }, tiers }), '$.currency').score;
  };
  expect(await over('Shop\n                  EUR\nBread            2,18 A\nButter           1,98 A')).toEqual(accepted);
  expect(await over('Shop\nEUR\nBread            2,18 A\nButter           1,98 A')).toEqual(held);
});
