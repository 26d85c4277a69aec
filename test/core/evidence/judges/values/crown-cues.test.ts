import { describe, expect, it } from 'vitest';
import { meantCrown } from '../../../../../core/evidence/judges/country-cues.js';
import { DocumentIndex } from '../../../../../core/evidence/page/document-index.js';
import { cell, documentOf, entryOf, run, scriptedModel, text } from '../../../builders.js';

const meant = (page: string) => meantCrown(new DocumentIndex(documentOf(page)))?.code;

describe('kr means', () => {
  it.each([
    ['DKK', 'Nordlys ApS\nCVR 12345678\nI alt   250,00 kr.'],
    ['DKK', 'Faktura\nDato 12.03.2026\nMoms 25 %   50,00 kr.\nI alt   250,00 kr.'],
    ['DKK', 'IBAN: DK50 0040 0440 1162 43\nTotal   250,00 kr.'],
    ['DKK', 'kontakt@nordlys.dk\nTotal   250,00 kr.'],
    ['SEK', 'Faktura\nDatum 2026-03-12\nMoms 25 %   50,00 kr\nAtt betala   250,00 kr'],
    ['SEK', 'Momsreg.nr SE556012579001\nTotal   250,00 kr'],
    ['NOK', 'Org.nr NO 912 345 678 MVA\nSum   250,00 kr'],
    ['NOK', 'Forfallsdato 12.03.2026\nBeløp   250,00 kr'],
    ['ISK', 'kt. 560103-2130\nSamtals   250 kr.'],
    ['NOK', 'Amounts in NOK\nTotal   250,00 kr'],
  ])('%s on a page that says so', (code, page) => {
    expect(meant(page)).toBe(code);
  });

  it.each([
    'Total   250,00 kr.',
    'Faktura\nMoms 25 %   50,00 kr\nTotal   250,00 kr',
    'Nordlys ApS, Danmark\nKund: Svea AB, Sverige\nTotal   250,00 kr',
    'DKK 10,00\nSEK 15,00\nTotal   250,00 kr',
  ])('nothing certain on a page with no sign of a country, or of several: %s', (page) => {
    expect(meant(page)).toBeUndefined();
  });
});

describe('a currency that is read as kr.', () => {
  const read = async (page: string) => {
    const tiers = [scriptedModel('reader', [cell('$.currency', 'kr.', { quote: 'I alt 250,00 kr.' })])];
    const outcome = await run({ document: documentOf(page), fields: { currency: text }, tiers });
    return { value: outcome.object?.['currency'], score: entryOf(outcome, '$.currency').score };
  };

  it('is the one of the country that the page shows', async () => {
    const { value, score } = await read('Nordlys ApS\nCVR 12345678\nI alt   250,00 kr.');
    expect(value).toBe('DKK');
    expect(score).toBeGreaterThan((await read('Nordlys\nI alt   250,00 kr.')).score);
  });

  it('is doubtful where the page shows none', async () => {
    expect((await read('Nordlys\nI alt   250,00 kr.')).score).toBeLessThan(0.85);
  });
});
