import { expect, it } from 'vitest';
import { documentOf, money, refutedOrProven, run, text } from '../../../builders.js';

/** Of each row whether its choice is accepted, and why. */
async function choicesOf(
  page: string,
  choices: readonly string[],
  rows: readonly (readonly [what: string, choice: string, amount: number])[],
): Promise<readonly string[]> {
  const properties = { what: text, kind: { type: 'string', enum: choices }, amount: money };
  const outcome = await run({
    document: documentOf(page),
    fields: { rows: { type: 'array', items: { type: 'object', properties } } },
    given: { data: { rows: rows.map(([what, kind, amount]) => ({ what, kind, amount })) } },
  });
  return refutedOrProven(outcome, '.kind');
}

const columns = `
Posting                 Débito       Crédito
COMPRA PADARIA          43,27
TRF CONDOMINIO          58,50
VENCIMENTO NOVEMBRO                  1.742,88`;

it('the column of an amount says on which side of an account it is booked', async () => {
  const sides = ['debit', 'credit'];
  const rows = (last: string) => [['COMPRA PADARIA', 'debit', 43.27], ['TRF CONDOMINIO', 'debit', 58.5], ['VENCIMENTO NOVEMBRO', last, 1742.88]] as const; // biome-ignore format: a table
  expect(await choicesOf(columns, sides, rows('credit'))).toEqual(Array(3).fill('evidence.inferred'));
  expect((await choicesOf(columns, sides, rows('debit')))[2]).toContain('says "credit"');
});

it('what else is offered beside the two sides is not judged by them', async () => {
  const kinds = ['purchase', 'fee', 'withdrawal', 'deposit'];
  const rows = [['COMPRA PADARIA', 'purchase', 43.27], ['TRF CONDOMINIO', 'fee', 58.5]] as const; // biome-ignore format: a table
  expect(await choicesOf(columns, kinds, rows)).not.toContainEqual(expect.stringContaining('says'));
});

const signed = `
Posting              Amount
Coffee house          -4.50
Book shop            -18.20
Tram ticket           -2.90
Train ticket         -32.00
Bakery                -6.10
Payment received     250.00`;

it('its sign does where it tells the choices of all rows apart, whichever sign is which', async () => {
  const spent = [['Coffee house', -4.5], ['Book shop', -18.2], ['Tram ticket', -2.9], ['Train ticket', -32], ['Bakery', -6.1]] as const; // biome-ignore format: a table
  const rows = (...kinds: string[]) =>
    [...spent, ['Payment received', 250] as const].map(([what, amount], at) => [what, kinds[at] ?? 'credit', amount] as const);
  const [d, c] = ['debit', 'credit'];
  expect(await choicesOf(signed, [d, c], rows(d, d, d, d, d, c))).toEqual(Array(6).fill('evidence.inferred'));
  expect(await choicesOf(signed, [d, c], rows(c, c, c, c, c, d))).toEqual(Array(6).fill('evidence.inferred'));
  expect((await choicesOf(signed, [d, c], rows(d, d, c, d, d, c)))[2]).not.toBe('evidence.inferred');
});

const shared = `
Kostenart            Verteiler          Anteil
Grundsteuer          m² Wohnfläche      269,88
Müllabfuhr           Personenmonate     181,20
Wasser               Verbrauch          143,70`;

it('the words of its row say a choice in another language, where others are offered that are known, too', async () => {
  const rows = [['Grundsteuer', 'area', 269.88], ['Müllabfuhr', 'persons', 181.2], ['Wasser', 'area', 143.7]] as const; // biome-ignore format: a table
  const said = await choicesOf(shared, ['area', 'persons', 'consumption'], rows);
  expect(said.slice(0, 2)).toEqual(['evidence.inferred', 'evidence.inferred']);
  expect(said[2]).toContain('says "consumption"');
  expect(await choicesOf(shared, ['area', 'garden', 'lift', 'persons_by_night'], rows.slice(0, 1))).not.toContain('evidence.inferred');
});

it('a choice is refuted where its row prints another one by itself, in whatever language', async () => {
  const page = `
Item             Rodzaj          Amount
Pallet m         szt             12.00
Tube             m               30.00
Meter of line    nie-m           45.00`;
  const kinds = ['szt', 'm', 'nie-m'];
  const rows = (first: string, last: string) => [['Pallet m', first, 12], ['Tube', 'm', 30], ['Meter of line', last, 45]] as const; // biome-ignore format: a table
  expect(await choicesOf(page, kinds, rows('szt', 'nie-m'))).not.toContainEqual(expect.stringContaining('says'));
  const wrong = await choicesOf(page, kinds, rows('m', 'm'));
  expect([wrong[0], wrong[2]]).toEqual([expect.stringContaining('says "szt"'), expect.stringContaining('says "nie-m"')]);
});
