import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel } from '../../../builders.js';
import { refused } from '../../verdicts.js';

const page = 'Gross weight 8,420 kg     Volume 27.5 m³     Packages 14\nConsumption 805 kWh';
const entry = async (name: string, value: string) =>
  entryOf(
    await run({ document: documentOf(page), fields: { [name]: money }, tiers: [scriptedModel('reader', [cell(`$.${name}`, value)])] }),
    `$.${name}`,
  );

describe('a number with a unit', () => {
  it.each([
    ['gross_weight_kg', '27.5'],
    ['volume_m3', '805'],
    ['consumption_kwh', '27.5'],
  ])('is refused for a field that names another one: %s', async (name, value) => {
    expect(await entry(name, value)).toMatchObject({ score: refused, reason: expect.stringContaining('printed in') });
  });

  it.each([
    ['gross_weight_kg', '8,420'],
    ['volume_cbm', '27.5'],
    ['consumptionKwh', '805'],
    ['weight_kg', '14'],
    ['gross_weight', '8,420'],
  ])('is not where it is the same, or one of the two has none: %s', async (name, value) => {
    expect((await entry(name, value)).reason).not.toContain('printed in');
  });
});
