import { describe, expect, it } from 'vitest';
import { supportFor } from '../../../../core/evidence/ocr/support.js';
import {
  definePlugin,
  leastLikely,
  type OcrLine,
  type OcrResult,
  type Part,
  type RecognizeTask,
  type Word,
} from '../../../../core/index.js';
import { cell, documentOf, entryOf, metaOf, money, pageOf, run, scriptedModel, text } from '../../builders.js';
import { accepted, held, refused } from '../verdicts.js';
import { seenLine } from './seen-line.js';

describe('prove by picture', () => {
  /** An OCR engine that reads a text with this certainty, and keeps what it saw. */
  function ocr(read: string, lines: readonly OcrLine[] | undefined, certainty = 0.95): Part<'recognizer'> {
    const words = pageOf(read).words.map((word): Word => ({ ...word, ocr: true, certainty }));
    const result: OcrResult = { words, turn: 0, ...(lines && { lines }) };
    return { plugin: definePlugin({ kind: 'recognizer', name: 'seeing', create: () => ({ recognize: async () => result }) }) };
  }

  const picture = pageOf('', 1, { pictured: true });

  /** What a page says about a total of 123.45 that is quoted as "Total 123.45". */
  async function totalOn(read: string, lines?: readonly OcrLine[], { certainty = 0.95, cellPage = 1 } = {}) {
    const outcome = await run({
      fields: { total: money },
      required: ['total'],
      document: documentOf(picture),
      recognizers: [ocr(read, lines, certainty)],
      tiers: [scriptedModel('a', [cell('$.total', '123.45', { quote: 'Total 123.45', page: cellPage })])],
    });
    return { ...entryOf(outcome, '$.total'), issues: metaOf(outcome).issues.join('\n') };
  }

  describe('a value that OCR has misread', () => {
    it('is shown by the picture where the engine took it for nearly as likely', async () => {
      const { score, page, text: words, reason } = await totalOn('Total 128.45', [seenLine('Total 128{3:-0.7}.45')]);
      expect([score, page, words]).toEqual([held, 1, '128.45']);
      expect(reason).toContain('the picture on page 1 may show it, OCR read "128.45"');
    });

    it('stands with its label where words were lost that the engine saw', async () => {
      const { score, page, text: shown } = await totalOn('Total', [seenLine('Total 123.45')]);
      expect([score, page, shown]).toEqual([accepted, 1, 'Total 123.45']);
    });

    it('is refuted where the picture shows another number beside the quoted words', async () => {
      const { score, reason } = await totalOn('Total 128.45', [seenLine('Total 128.45')]);
      expect(score).toEqual(refused);
      expect(reason).toContain('the picture shows another number, OCR read "128.45"');
    });

    it('is shown on another page than the reader said', async () => {
      const { score, page } = await totalOn('Total', [seenLine('Total 123.45')], { cellPage: 2 });
      expect([score, page]).toEqual([accepted, 1]);
    });

    it('proves little where two places show it, and neither the quoted words', async () => {
      const lines = [seenLine('123.45'), seenLine('123.45', { y: 80 })];
      expect((await totalOn('Sum', lines)).score).toEqual(held);
    });

    it('is not found by an engine that does not keep what it saw, as before', async () => {
      expect((await totalOn('Total 128.45')).score).toEqual(refused);
    });
  });

  describe('a value that OCR read without certainty', () => {
    it('is shown by the picture where no other number is nearly as likely', async () => {
      expect((await totalOn('Total 123.45', [seenLine('Total 123.45')], { certainty: 0.6 })).score).toEqual(accepted);
    });

    it('stays unsure where another one is', async () => {
      expect((await totalOn('Total 123.45', [seenLine('Total 123{8:-0.5}.45')], { certainty: 0.6 })).score).toEqual(held);
    });
  });

  it('a name is shown by the picture where OCR has misread a letter', async () => {
    const outcome = await run({
      fields: { seller_name: text },
      document: documentOf(picture),
      recognizers: [ocr('Blue Stane Trading', [seenLine('Blue Sta{o:-0.5}ne Trading')])],
      tiers: [scriptedModel('a', [cell('$.seller_name', 'Blue Stone Trading', { quote: 'Blue Stone Trading' })])],
    });
    expect(entryOf(outcome, '$.seller_name').reason).not.toContain('Not found');
  });

  describe('the picture', () => {
    const shown = seenLine('Total 123.45');
    /** Lines with all characters of the total and its label, none of which shows it. */
    const alike = (steps: number): readonly OcrLine[] => {
      const line = seenLine('5 4 . 3 2 1 l a t o T', { y: 200 });
      return Array.from({ length: Math.floor(steps / line.steps.length) }, () => ({ ...line }));
    };

    it('is asked where the characters of a value are in many lines', async () => {
      expect((await totalOn('Total', [shown, ...alike(10_000)])).text).toBe('Total 123.45');
    });

    it('is not asked where they are in so many that it would take long and say nothing', async () => {
      expect((await totalOn('Total', [shown, ...alike(25_000)])).reason).toContain('Not found on the page');
    });

    it('is asked only about the first pages of a long document', async () => {
      const pages = [picture, { ...picture, number: 2 }];
      const found = async (steps: number) => {
        const outcome = await run({
          fields: { total: money },
          document: documentOf(...pages),
          recognizers: [ocrOfPages([{ ...shown, steps: Array.from({ length: steps }, () => ({ likely: { '': 0 } })) }], [shown])],
          tiers: [scriptedModel('a', [cell('$.total', '123.45', { quote: 'Total 123.45', page: 2 })])],
        });
        return entryOf(outcome, '$.total').page;
      };
      expect([await found(50_000), await found(60_000)]).toEqual([2, undefined]);
    });
  });

  /** An OCR engine that reads "Total" on each page, and keeps these lines of each. */
  function ocrOfPages(...lines: readonly (readonly OcrLine[])[]): Part<'recognizer'> {
    const words = pageOf('Total').words.map((word): Word => ({ ...word, ocr: true, certainty: 0.95 }));
    const recognize = async ({ page }: RecognizeTask): Promise<OcrResult> => ({ words, turn: 0, lines: lines[page.number - 1] ?? [] });
    return { plugin: definePlugin({ kind: 'recognizer', name: 'seeing', create: () => ({ recognize }) }) };
  }
});

describe('support', () => {
  /** How much less likely a text is than what the engine takes for likeliest; undefined where nothing resembles it. */
  const likelihood = (text: string, print: string): number | undefined => supportFor(text, seenLine(print))?.likelihood;

  /** Whether the picture speaks against a text, as it does where one character of it is not there. */
  const denied = (text: string, print: string): boolean => (likelihood(text, print) ?? leastLikely) <= leastLikely;

  describe('the picture of a line', () => {
    it('supports the text that its engine read, and no other text is as likely', () => {
      const support = supportFor('123.45', seenLine('Total 123.45'));
      expect(support?.likelihood).toBeCloseTo(0);
      expect(support?.lead).toBeGreaterThan(6);
    });

    it('supports what its engine took for less likely, by as much', () => {
      expect(likelihood('123.45', 'Total 128{3:-2}.45')).toBeCloseTo(-1.9);
    });

    it('says that another number is likelier than the one that is claimed', () => {
      expect(supportFor('123.45', seenLine('Total 128{3:-4}.45'))?.lead).toBeCloseTo(-3.9);
    });

    it('says where along the line the text stands', () => {
      const support = supportFor('cd', seenLine('ab cd ef'));
      expect(support?.from).toBeCloseTo(6 / 16);
      expect(support?.to).toBeCloseTo(9 / 16);
    });

    it('ignores case, accents, spaces and marks of a name', () => {
      for (const text of ['Müller & Söhne', 'MULLER SOHNE', 'muller-sohne']) expect(likelihood(text, 'Muller & Sohne')).toBeCloseTo(0);
    });

    it('does not ignore the marks of a number', () => {
      expect([denied('12345', '123.45'), denied('123,45', '123.45')]).toEqual([true, true]);
    });

    it('does not take a part of a number or a word for the whole', () => {
      expect([denied('23.45', '123.45'), denied('123', '123.45'), denied('art', 'Cartage')]).toEqual([true, true, true]);
    });

    it('finds a number that touches a word or a sign, or ends a sentence', () => {
      for (const print of ['RM123.45', '$123.45', 'of 123.45. Thanks']) expect(likelihood('123.45', print)).toBeCloseTo(0);
    });

    it('needs what lies between two equal digits', () => {
      expect(likelihood('1.00', '1.00')).toBeCloseTo(0);
      expect(denied('1.0', '1.00')).toBe(true);
    });

    it('says nothing of a text without a letter or digit, and of an empty line', () => {
      expect(likelihood('--', 'a -- b')).toBeUndefined();
      expect(supportFor('12', { box: { x: 0, y: 0, width: 0, height: 0 }, steps: [] })).toBeUndefined();
    });

    it('says nothing of a text that is too long to be one value, however long it is', () => {
      const line = seenLine('12');
      for (const text of ['12'.repeat(41), '1'.repeat(1_000_000), `12${'-'.repeat(1_000_000)}`])
        expect(supportFor(text, line)).toBeUndefined();
    });

    it('has no rival for a text without digits', () => {
      expect(supportFor('Total', seenLine('Total'))?.lead).toBe(Number.POSITIVE_INFINITY);
    });
  });
});
