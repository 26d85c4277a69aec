import { describe, expect, it } from 'vitest';
import { joinSplitAmounts } from '../../../../core/evidence/ocr/split-amounts.js';
import { turned } from '../../../../core/evidence/ocr/turned.js';
import type { Document, Word } from '../../../../core/index.js';
import { cell, documentOf, entryOf, money, pageOf, run, scriptedModel } from '../../builders.js';
import { capsOf, groundedOn, scanOf } from '../caps-of.js';
import { accepted, held } from '../verdicts.js';
import { seenLine } from './seen-line.js';

describe('read from images', () => {
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
});

describe('split amounts', () => {
  /** Words of a line with as many points between them. */
  function line(gap: number, ...texts: readonly string[]): readonly Word[] {
    let x = 0;
    return texts.map((text, index) => {
      const word = { text, box: { x, y: 100, width: 6 * text.length, height: 10 }, ocr: true, certainty: 0.9 - index / 10 };
      x += word.box.width + gap;
      return word;
    });
  }
  const texts = (words: readonly Word[]): readonly string[] => words.map(({ text }) => text);

  describe('an amount that was cut at its decimal mark', () => {
    it.each([
      [
        ['Total', '55.', '90'],
        ['Total', '55.90'],
      ],
      [
        ['RM2.', '70', 'SR'],
        ['RM2.70', 'SR'],
      ],
      [['1', '.22'], ['1.22']],
      [['12', ',50A'], ['12,50A']],
    ])('%j is %j', (cut, whole) => {
      expect(texts(joinSplitAmounts(line(4, ...cut)))).toEqual(whole);
    });

    it('is as sure as its less sure part, and as wide as both', () => {
      expect(joinSplitAmounts(line(4, '55.', '90'))).toEqual([
        { text: '55.90', box: { x: 0, y: 100, width: 34, height: 10 }, ocr: true, certainty: 0.8 },
      ]);
    });

    it('stands without the dust beside it', () => {
      const dust = line(4, '©|', 'Total', '—', '12.50').map((word) => (/\p{L}|\d/u.test(word.text) ? word : { ...word, certainty: 0.2 }));
      expect(texts(joinSplitAmounts(dust))).toEqual(['Total', '12.50']);
    });

    it.each([
      ['what stands in the next column', 12, ['55.', '90']],
      ['a number behind the end of a sentence', 4, ['page.', '90']],
      ['more or fewer figures than two', 4, ['1.', '234', '5.', '6']],
      ['two whole numbers', 4, ['12', '50']],
    ])('%s stays apart', (_, gap, apart) => {
      expect(texts(joinSplitAmounts(line(gap, ...apart)))).toEqual(apart);
    });
  });
});

describe('turned', () => {
  const page = pageOf('Total 120.00', 1, { width: 200, height: 100 });

  describe('a page that is turned', () => {
    it('clockwise by a quarter has at its right what was at its top', () => {
      const { words, width, height } = turned(page, 1);
      expect([width, height]).toEqual([100, 200]);
      // 'Total' stood at x = 40, y = 40, 30 wide and 10 high.
      expect(words[0]?.box).toEqual({ x: 50, y: 40, width: 10, height: 30 });
    });

    it('takes along the lines that OCR saw', () => {
      const seen = seenLine('Total', { x: 40, y: 40, width: 30, height: 10 });
      expect(turned({ ...page, lines: [seen] }, 1).lines).toEqual([{ ...seen, box: { x: 50, y: 40, width: 10, height: 30 } }]);
    });

    it('by four quarters, or by one and back, is as it was', () => {
      expect(turned(page, 4)).toEqual(page);
      expect(turned({ ...page, ...turned(page, 1) }, -1)).toMatchObject({ words: page.words, width: 200, height: 100 });
    });
  });
});

describe('obscured', () => {
  const claim = (certainty: number) => ({
    page: scanOf('Total 120.00', certainty),
    fields: { total: money },
    path: '$.total',
    value: '120.00',
  });

  it.each([
    [0.95, 'evidence.obscured'],
    [0.7, 'evidence.blurred'],
    [0.4, 'evidence.hardlyRead'],
  ])('words that OCR read with a certainty of %d are what they are besides: the quote stands on the page', (certainty, name) => {
    expect(capsOf({ ...claim(certainty), said: { quote: 'Total 120.00' } }, 'evidence')).toEqual(['evidence.exact', name]);
  });

  it('a number at which something faint stands is doubted however sure OCR was of it', () => {
    const page = scanOf('Total 250.00', 0.97);
    const words = page.words.map((word) => (word.text === '250.00' ? { ...word, incomplete: true as const } : word));
    const { caps } = groundedOn({ ...claim(0.97), page: { ...page, words }, value: '250.00', said: { quote: 'Total 250.00' } });
    expect(caps.find(({ name }) => name === 'evidence.incomplete')?.reason).toBe(
      'Partially obscured: something faint stands at "250.00" in the picture, perhaps a digit that was not read',
    );
  });

  it('words from an image are worth no more than the certainty of the least sure one', () => {
    const held = groundedOn(claim(0.7)).caps.find(({ name }) => name === 'evidence.blurred');
    expect(held).toMatchObject({ value: 0.7, limitedTo: 0.7 });
  });
});
