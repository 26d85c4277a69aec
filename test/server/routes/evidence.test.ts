import { describe, expect, it } from 'vitest';
import { cell, documentOf, engineOf, scriptedModel } from '../../core/builders.js';
import { extract, openDoor, play } from '../support/door.js';
import { filePart, form, schemaPart } from '../support/form.js';

const number = { type: 'number' };
const asked = schemaPart(
  JSON.stringify({
    type: 'object',
    properties: { total: number, invented: number, due_date: { type: 'string' }, vat_id: { type: 'string' } },
  }),
);
const cells = [
  cell('$.total', '120.00', { quote: 'Total amount 120.00' }),
  cell('$.invented', '77.00', { quote: 'Deposit 77.00' }),
  cell('$.due_date', null),
  cell('$.vat_id', '120.00', { quote: 'Total amount 120.00' }),
];
const open = () =>
  openDoor({ engine: engineOf({ document: documentOf('Invoice\nTotal amount\n120.00'), tiers: [scriptedModel('reader', cells)] }) });

interface Entry {
  readonly field: string;
  readonly score: number;
  readonly text?: string;
  readonly evidence: {
    readonly prior?: number;
    readonly findings: readonly { readonly name: string; readonly weight?: number; readonly says: string; readonly at_most?: number }[];
  };
}

/** The score as a reader of the guide would compute it. */
function scoreBy({ text, evidence: { prior, findings } }: Entry): number {
  const most = findings.map(({ at_most = 1 }) => at_most);
  if (prior === undefined) return Math.min(...most);
  const odds = findings.reduce((sum, { weight = 0 }) => sum + weight, prior);
  const score = Math.min(0.99, text === undefined ? 0.84 : 1, ...most, 1 / (1 + Math.exp(-odds)));
  return Math.max(0.01, Math.round(score * 100) / 100);
}

describe.each([
  ['/v1/extract', extract],
  ['/v1/playground', play],
])('include=evidence at %s', (_, post) => {
  const entriesWith = async (value: string): Promise<readonly Entry[]> => {
    const { body } = await post(await open(), form(filePart(), asked, { name: 'include', value }));
    return body.object._meta.field_confidence;
  };

  it('says what was found about each value, so that whoever reads it comes to the same score', async () => {
    const entries = await entriesWith('evidence');
    expect(entries.map(scoreBy)).toEqual(entries.map(({ score }) => score));
    expect(new Set(entries.map(({ score }) => score)).size).toBeGreaterThan(2);
    expect(entries[0]?.evidence).toMatchObject({
      prior: 0.75,
      findings: expect.arrayContaining([{ name: 'evidence.exact', weight: expect.any(Number), says: 'Exact match: quote on page 1' }]),
    });
  });

  it('says of a veto, and of the findings of a null, how much they allow', async () => {
    const [, invented, due] = await entriesWith('evidence');
    expect(invented?.evidence.findings).toContainEqual(expect.objectContaining({ name: 'evidence.notFound', at_most: 0.3 }));
    expect(due?.evidence).toEqual({
      findings: [
        { name: 'absence.notPresent', says: 'Not present', at_most: 0.9 },
        { name: 'model.certain', says: 'Not present', at_most: 0.95 },
      ],
    });
  });

  it.each(['boxes,evidence', ' evidence, boxes '])('comes with boxes if both are asked for: %j', async (value) => {
    const [total, invented] = await entriesWith(value);
    expect(Object.keys(total ?? {})).toEqual(['field', 'score', 'reason', 'page', 'text', 'boxes', 'evidence']);
    expect(Object.keys(invented ?? {})).toEqual(['field', 'score', 'reason', 'evidence']);
  });
});
