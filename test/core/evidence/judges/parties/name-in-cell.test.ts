import { describe, expect, it } from 'vitest';
import { cell, documentOf, refutedOrProven, run, scriptedModel, text } from '../../../builders.js';

const report = `Commission report

Employee        Marit Solheim          Cost centre   North
Auditor         Penhallow LLP          Period        Q2
Insurer         Harcastle AG Claims Department
Supervisor: Mr Tobias Greenhalgh
Guardian: Ana Sofia Vilhena Barroso (tax no. 231 774 905)
Driver: OTERO LAGO, XIANA
Carrier         Nordfrakt
Incoterms       DAP
Importer        Baakman Bouw B.V.
                Havenkade 61, 3011 Rotterdam
Client          Menuiserie Delorme
                SARL`;

/** Why a name that a person gives without a quote is refuted; else what proves it. */
async function judged(name: string, value: string, others: Readonly<Record<string, string>> = {}): Promise<string | undefined> {
  const data = { [name]: value, ...others };
  const fields = Object.fromEntries(Object.keys(data).map((field) => [field, text]));
  return refutedOrProven(await run({ document: documentOf(report), fields, given: { data } }), name)[0];
}

describe('a name is refuted', () => {
  it.each([
    ['employee', 'Marit', 'it is a part of "Marit Solheim"'],
    ['employee', 'Solheim', 'it is a part of "Marit Solheim"'],
    ['supervisor', 'Tobias', 'it is a part of "Mr Tobias Greenhalgh"'],
    ['guardian_name', 'Ana Sofia Vilhena', 'it is a part of "Ana Sofia Vilhena Barroso"'],
    ['driver_name', 'OTERO LAGO', 'it is a part of "OTERO LAGO, XIANA"'],
  ])('where it is a part of what its cell holds: %s %s', async (field, value, why) => {
    expect(await judged(field, value)).toBe(`Inferred from header: printed, but ${why}`);
  });

  it.each([
    ['shipper', 'Nordfrakt Incoterms', '"Incoterms"'],
    ['employee', 'Marit Solheim Cost centre', '"Cost centre"'],
    ['importer', 'Baakman Bouw B.V. Havenkade 61, 3011 Rotterdam', '"Havenkade 61, 3011 Rotterdam"'],
  ])('where it takes in the words of another cell: %s %s', async (field, value, other) => {
    expect(await judged(field, value)).toBe(`Inferred from header: printed, but it takes in ${other} of another text`);
  });
});

it('a name takes in no line under it that has a number, is printed smaller, or names somebody else', async () => {
  const letter =
    'Les Gîtes du Vercors\n18 rue des Écoles\n\nTischlerei Uhlenbrock\nInh. Maren Uhlenbrock\n\nHarbour and Sons\nTrading Company';
  const nameOf = async (supplier: string) => {
    const outcome = await run({ document: documentOf(letter), fields: { supplier: text }, given: { data: { supplier } } });
    return refutedOrProven(outcome, 'supplier')[0] ?? '';
  };
  expect(await nameOf('Les Gîtes du Vercors 18 rue des Écoles')).toContain('it takes in "18 rue des Écoles"');
  expect(await nameOf('Tischlerei Uhlenbrock Inh. Maren Uhlenbrock')).toContain('it takes in "Inh. Maren Uhlenbrock"');
  expect(await nameOf('Harbour and Sons Trading Company')).toBe('evidence.valueOnly');
});

it('a name with a quote is refuted as well: the quote shows where it stands, not that it is whole', async () => {
  const quoted = async (value: string) => {
    const outcome = await run({
      document: documentOf(report),
      fields: { employee: text },
      tiers: [scriptedModel('reader', [cell('$.employee', value, { quote: 'Employee        Marit Solheim' })])],
    });
    return refutedOrProven(outcome, 'employee')[0];
  };
  expect(await quoted('Marit')).toBe('Inferred from header: printed, but it is a part of "Marit Solheim"');
  expect(await quoted('Marit Solheim')).toBe('evidence.exact');
});

describe('a name is not refuted', () => {
  it.each([
    ['employee', 'Marit Solheim'],
    ['supervisor', 'Tobias Greenhalgh'],
    ['auditor', 'Penhallow'],
    ['client', 'Menuiserie Delorme SARL'],
    ['first_name', 'Marit'],
    ['insurer', 'Harcastle AG'],
  ])('where it is whole, but for a form of address or a legal form, or only a part is asked for: %s %s', async (field, value) => {
    expect(await judged(field, value)).not.toContain('Inferred from header: printed, but it');
  });

  it('where another value of the answer has the other words', async () => {
    expect(await judged('employee', 'Marit', { surname: 'Solheim' })).not.toContain('it is a part');
  });
});
