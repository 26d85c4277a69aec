import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../builders.js';
import { held } from '../evidence/verdicts.js';

const page = `Description      Net EUR     Net USD
Drill bits       20.00       22.00
Hammer           15.00       16.50
Subtotal         35.00
Total EUR        35.00`;

const columns = (...names: readonly string[]) => ({
  lines: {
    type: 'array',
    items: { type: 'object', properties: { description: text, ...Object.fromEntries(names.map((name) => [name, money])) } },
  },
});

const rows = [
  ['Drill bits', '20.00', '22.00'],
  ['Hammer', '15.00', '16.50'],
] as const;

const read = (eur: string, usd: string) =>
  rows.flatMap(([description, net, foreign], row) => {
    const quote = `${description} ${net} ${foreign}`;
    return [
      cell(`$.lines[${row}].description`, description, { quote }),
      cell(`$.lines[${row}].${eur}`, net, { quote }),
      cell(`$.lines[${row}].${usd}`, foreign, { quote }),
    ];
  });

describe('a column in a second currency', () => {
  it.each([
    ['net_eur', 'net_usd'],
    ['net_usd', 'net_eur'],
    ['net', 'net_usd'],
  ])('is not added to the sum of the first: %s, %s', async (one, two) => {
    const [eur, usd] = one === 'net_usd' ? [two, one] : [one, two];
    const outcome = await run({
      document: documentOf(page),
      fields: { ...columns(one, two), subtotal: money, total: money },
      tiers: [
        scriptedModel('reader', [...read(eur, usd), cell('$.subtotal', '35.00'), cell('$.total', '35.00', { quote: 'Total EUR 35.00' })]),
      ],
      verify: true,
    });
    const scores = ['$.subtotal', `$.lines[0].${eur}`, `$.lines[1].${usd}`].map((path) => entryOf(outcome, path).score);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0.85);
    expect(entryOf(outcome, `$.lines[0].${eur}`).reason).toContain(`VERTICAL_SUM of subtotal, lines[].${eur} holds`);
    expect(entryOf(outcome, `$.lines[0].${usd}`).reason).not.toContain('VERTICAL_SUM');
  });
});

it('a failed sum doubts the amounts that it adds up, and no other cell of their rows', async () => {
  const rowBelow = async (subtotal: string) => {
    const outcome = await run({
      document: documentOf(page.replace('Subtotal         35.00', `Subtotal         ${subtotal}`)),
      fields: { ...columns('net_eur', 'net_usd'), subtotal: money },
      tiers: [scriptedModel('reader', [...read('net_eur', 'net_usd'), cell('$.subtotal', subtotal)])],
      verify: true,
    });
    return ['description', 'net_eur', 'net_usd'].map((name) => entryOf(outcome, `$.lines[0].${name}`));
  };
  const [failed, passed] = [await rowBelow('36.00'), await rowBelow('35.00')];
  const [description, net, otherNet] = failed;
  expect(net).toMatchObject({ score: held, reason: expect.stringContaining('Check failed') });
  expect([description?.score, otherNet?.score]).toEqual([passed[0]?.score, passed[2]?.score]);
});

it('a total in a second currency is no part of the sum of the first', async () => {
  const outcome = await run({
    document: documentOf('Subtotal   £10.00\nVAT 20%    £2.00\nTotal      £12.00\nFor information, total in USD   USD 14.40'),
    fields: { total_usd: money, total_gbp: money, subtotal: money, tax: money },
    tiers: [
      scriptedModel('reader', [
        cell('$.total_usd', '14.40', { quote: 'For information, total in USD USD 14.40' }),
        cell('$.total_gbp', '12.00', { quote: 'Total £12.00' }),
        cell('$.subtotal', '10.00', { quote: 'Subtotal £10.00' }),
        cell('$.tax', '2.00', { quote: 'VAT 20% £2.00' }),
      ]),
    ],
    verify: true,
  });
  expect(entryOf(outcome, '$.total_usd').reason).not.toContain('Check failed');
  expect(entryOf(outcome, '$.total_gbp').reason).toContain('HORIZONTAL_SUM');
});
