import { describe, expect, it } from 'vitest';
import { definePlugin, type OcrLine, type OcrResult, type Part, type RecognizeTask, type Word } from '../../../../core/index.js';
import { cell, documentOf, entryOf, metaOf, money, pageOf, run, scriptedModel, text } from '../../builders.js';
import { accepted, held, refused } from '../verdicts.js';
import { seenLine } from './seen-line.js';

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

  it('is shown where words were lost that the engine saw, though no label can be read beside it', async () => {
    const { score, page, text: shown } = await totalOn('Total', [seenLine('Total 123.45')]);
    expect([score, page, shown]).toEqual([held, 1, '123.45']);
  });

  it('is refuted where the picture shows another number beside the quoted words', async () => {
    const { score, reason } = await totalOn('Total 128.45', [seenLine('Total 128.45')]);
    expect(score).toEqual(refused);
    expect(reason).toContain('the picture shows another number, OCR read "128.45"');
  });

  it('is shown on another page than the reader said', async () => {
    const { score, page } = await totalOn('Total', [seenLine('Total 123.45')], { cellPage: 2 });
    expect([score, page]).toEqual([held, 1]);
  });

  it('is not found where two places look alike', async () => {
    const lines = [seenLine('123.45'), seenLine('123.45', { y: 80 })];
    expect((await totalOn('Sum', lines)).reason).toContain('Not found on the page');
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
  /** Lines with all characters of the total, none of which shows it. */
  const alike = (steps: number): readonly OcrLine[] => {
    const line = seenLine('5 4 . 3 2 1', { y: 200 });
    return Array.from({ length: Math.floor(steps / line.steps.length) }, () => line);
  };

  it('is asked where the characters of a value are in many lines', async () => {
    expect((await totalOn('Total', [shown, ...alike(10_000)])).text).toBe('123.45');
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
