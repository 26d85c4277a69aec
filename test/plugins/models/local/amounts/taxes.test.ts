import { describe, expect, it } from 'vitest';
import { parseSchema } from '../../../../../core/index.js';
import local from '../../../../../plugins/models/local.js';
import { engineOf } from '../../../../core/builders.js';
import { drawn, number } from '../page.js';

const taxes = { type: 'array', items: { type: 'object', properties: { rate: number, base: number, amount: number, gross: number } } };

interface TaxesAnswer {
  readonly taxes: readonly Readonly<Record<string, number | null>>[];
  readonly _meta: {
    readonly issues: readonly string[];
    readonly field_confidence: readonly { readonly field: string; readonly score: number }[];
  };
}

async function read(page: string) {
  const engine = engineOf({ document: drawn(page), tiers: [{ plugin: local }] });
  const { object } = await engine.extract({
    file: { name: 'a.pdf', bytes: new Uint8Array() },
    schema: parseSchema(JSON.stringify({ type: 'object', properties: { taxes } })),
  });
  await engine.close();
  const { taxes: rows, _meta } = object as unknown as TaxesAnswer;
  return { rows, doubted: _meta.field_confidence.filter(({ score }) => score < 0.85).map(({ field }) => field), issues: _meta.issues };
}

describe('the taxes of several rates are read', () => {
  it('from a table of their own', async () => {
    const { rows, doubted } = await read(`
MwSt-Satz      Netto       MwSt      Brutto
7 %           405,00      28,35      433,35
19 %          130,00      24,70      154,70

Summe netto                          535,00
Summe MwSt                            53,05
Gesamtbetrag                         588,05`);
    expect(rows).toEqual([
      { rate: 7, base: 405, amount: 28.35, gross: 433.35 },
      { rate: 19, base: 130, amount: 24.7, gross: 154.7 },
    ]);
    expect(doubted).toEqual([]);
  });

  it('from rows of the sums, and a base that no row prints is null', async () => {
    const { rows, doubted } = await read(`
Subtotal              535.00
VAT 7%                 28.35
VAT 19%                24.70
Total                 588.05`);
    expect(doubted).not.toContain('$.taxes[0].amount');
    expect(rows).toEqual([
      { rate: 7, base: null, amount: 28.35, gross: null },
      { rate: 19, base: null, amount: 24.7, gross: null },
    ]);
  });

  it('with the base that the row itself names', async () => {
    const { rows } = await read(`
TVA 5,5 % sur 200,00       11,00
TVA 20 % sur 100,00        20,00
Total TTC                 331,00`);
    expect(rows).toMatchObject([
      { rate: 5.5, base: 200, amount: 11 },
      { rate: 20, base: 100, amount: 20 },
    ]);
  });

  it('without their rate where none is printed', async () => {
    expect((await read('Subtotal   100.00\nSales tax    8.25\nTotal      108.25')).rows).toMatchObject([{ rate: null, amount: 8.25 }]);
  });

  it('and are none where the page states none', async () => {
    expect((await read('Subtotal   100.00\nTotal      100.00')).rows).toEqual([]);
  });

  it('and are doubted where they do not come to the printed tax', async () => {
    const { rows, doubted } = await read(`
Subtotal              535.00
VAT 7%                 28.35
VAT 19%                24.70
Total VAT              60.00
Total                 595.00`);
    expect(rows).toHaveLength(2);
    expect(doubted).toContain('$.taxes[0].amount');
  });
});
