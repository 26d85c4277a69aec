import { describe, expect, it } from 'vitest';
import type { Document } from '../../../../core/index.js';
import { cell, documentOf, entryOf, money, pageOf, run, scriptedModel } from '../../builders.js';
import { accepted, held } from '../verdicts.js';

const text = `Subtotal    100.00
VAT          20.00
Total       120.00`;
const fields = { subtotal: money, tax: money, total: money };
const cells = [
  cell('$.subtotal', '100.00', { quote: 'Subtotal 100.00' }),
  cell('$.tax', '20.00', { quote: 'VAT 20.00' }),
  cell('$.total', '120.00', { quote: 'Total 120.00' }),
];

describe('words that an OCR engine read', () => {
  const page = (certainty: number) => {
    const native = pageOf(text);
    return documentOf({ ...native, textLayer: 'ocr', words: native.words.map((word) => ({ ...word, ocr: true, certainty })) });
  };

  const runOn = (document: Document) => run({ document, fields, tiers: [scriptedModel('reader', cells)] });

  it('prove a value as far as the least sure of them goes', async () => {
    const alone = [cell('$.total', '120.00', { quote: 'Total 120.00' })];
    const totalAt = async (certainty: number) =>
      entryOf(await run({ document: page(certainty), fields: { total: money }, tiers: [scriptedModel('reader', alone)] }), '$.total');
    const [unsure, surer, sure] = [await totalAt(0.72), await totalAt(0.82), await totalAt(0.99)];
    expect(unsure).toMatchObject({ score: held, reason: 'Partially obscured: read from the image with a certainty of 0.72' });
    expect(surer.score).toBeGreaterThan(unsure.score);
    expect(sure.score).toBeGreaterThan(surer.score);
  });

  it('prove a value by its own words: a label that was hardly read is no doubt of the amount beside it', async () => {
    const sure = page(0.93);
    const words = sure.pages[0]?.words.map((word) => (word.text === 'Total' ? { ...word, certainty: 0.3 } : word)) ?? [];
    const document = { ...sure, pages: sure.pages.map((one) => ({ ...one, words })) };
    const [outcome, known] = [await runOn(document), await runOn(sure)];
    expect(entryOf(outcome, '$.total').score).toBe(entryOf(known, '$.total').score);
  });

  it('leave a null in doubt: what was not read may be printed all the same', async () => {
    const outcome = await run({
      document: page(0.99),
      fields: { note: { type: 'string' } },
      tiers: [scriptedModel('reader', [cell('$.note', null)])],
    });
    expect(entryOf(outcome, '$.note')).toMatchObject({ score: 0.84, reason: 'Not present: yet a picture may show what was not read' });
  });

  it('count like printed ones where they are sure', async () => {
    const [seen, printed] = [await runOn(page(0.99)), await runOn(documentOf(text))];
    expect(entryOf(seen, '$.total').score).toEqual(accepted);
    expect(entryOf(seen, '$.total').score).toBeLessThanOrEqual(entryOf(printed, '$.total').score);
  });
});

describe('figures that OCR was not sure of', () => {
  const seen = (rows: string, doubts: Readonly<Record<string, string>>) => {
    const native = pageOf(rows);
    const words = native.words.map((word) => {
      const otherwise = doubts[word.text];
      return otherwise === undefined ? { ...word, ocr: true, certainty: 0.93 } : { ...word, ocr: true, certainty: 0.6, otherwise };
    });
    return documentOf({ ...native, textLayer: 'ocr', words });
  };

  it('are believed where the sum holds, and the reason says both', async () => {
    const outcome = await run({ document: seen(text, { '120.00': '126.00' }), fields, tiers: [scriptedModel('reader', cells)] });
    expect(entryOf(outcome, '$.total')).toMatchObject({
      score: accepted,
      reason:
        'Partially obscured: read from the image with a certainty of 0.60; "120.00" may be "126.00"; but HORIZONTAL_SUM of total, subtotal, tax holds',
    });
  });

  it('stay in doubt where no sum says anything of them', async () => {
    const outcome = await run({
      document: seen('Total 120.00', { '120.00': '126.00' }),
      fields: { total: money },
      tiers: [scriptedModel('reader', [cell('$.total', '120.00', { quote: 'Total 120.00' })])],
    });
    expect(entryOf(outcome, '$.total').score).toEqual(held);
  });
});

describe('a page without readable text', () => {
  const blind = documentOf(pageOf(''));
  const scores = async (tiers: readonly ReturnType<typeof scriptedModel>[]) => {
    const outcome = await run({ document: blind, fields, required: ['total'], tiers: [...tiers] });
    return Object.keys(fields).map((name) => entryOf(outcome, `$.${name}`).score);
  };

  it('is believed where two readers of different kinds agree and the sum holds', async () => {
    expect(await scores([scriptedModel('one', cells), scriptedModel('other', cells)])).toEqual([accepted, accepted, accepted]);
  });

  it('is not by one reader, nor by two of which the sum fails', async () => {
    expect(await scores([scriptedModel('one', cells)])).toEqual([held, held, held]);
    const wrong = cells.map((given) => (given.path === '$.tax' ? cell('$.tax', '30.00') : given));
    expect(await scores([scriptedModel('one', wrong), scriptedModel('other', wrong)])).toEqual([held, held, held]);
  });
});
