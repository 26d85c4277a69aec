import { describe, expect, it } from 'vitest';
import { cell, documentOf, run, scriptedModel } from '../../../builders.js';

const page = 'Subtotal     100.00\nVAT 19%       19.00\nTotal        119.00';

async function scoreOf(value: string): Promise<number> {
  const tiers = [scriptedModel('reader', [cell('$.vat_rate', value, { quote: 'VAT 19% 19.00' })])];
  const { object } = await run({ document: documentOf(page), fields: { vat_rate: { type: 'number' } }, tiers });
  return (object as unknown as { _meta: { field_confidence: readonly [{ score: number }] } })._meta.field_confidence[0].score;
}

describe('a rate of tax', () => {
  it('is labelled by the tax label if it is a percentage', async () => {
    expect(await scoreOf('19%')).toBeGreaterThanOrEqual(0.85);
  });
});
