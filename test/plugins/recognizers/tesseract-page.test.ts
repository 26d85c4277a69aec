import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { OcrResult } from '../../../core/index.js';
import { loadPdfium, type Pdfium } from '../../../plugins/pdfium/pdfium.js';
import { withPageDrawing } from '../../../plugins/recognizers/ocr/page-drawing.js';
import type { PageRequest } from '../../../plugins/recognizers/ocr/serve-ocr.js';
import { TesseractEngine } from '../../../plugins/recognizers/tesseract/engine.js';
import { recognizePage } from '../../../plugins/recognizers/tesseract/recognize-page.js';
import { german } from '../../fixtures/documents.js';
import type { Invoice } from '../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import { pdfOf, photographs } from '../../fixtures/pdf/photograph.js';
import { at, rawPdf } from '../converters/raw-pdf.js';
import { lines, slip } from './slip.js';

let engine: TesseractEngine;
let pdfium: Pdfium;
beforeAll(async () => {
  [engine, pdfium] = await Promise.all([TesseractEngine.open(), loadPdfium({ mb: 512, exceeded: false })]);
});

const recognize = (bytes: Uint8Array, request: Partial<PageRequest> = {}): Promise<OcrResult> =>
  withPageDrawing(pdfium, bytes, 1, (drawing) => recognizePage(engine, drawing, { page: 1, languages: [], closer: false, ...request }));
const textOf = ({ words }: OcrResult): string => words.map(({ text }) => text).join(' ');
const expected = lines.join(' ');

describe('the first pass', () => {
  it('reads the words in order, with their boxes and certainties', async () => {
    const result = await recognize(slip());
    expect(textOf(result)).toBe(expected);
    expect(result.turn).toBeCloseTo(0, 0);
    const [first] = result.words;
    // Set at x = 60, on a baseline 210 points above the bottom of a page of 260.
    expect(first?.box.x).toBeCloseTo(60, -0.5);
    expect(first && first.box.y + first.box.height).toBeGreaterThan(49);
    expect(first && first.box.y + first.box.height).toBeLessThan(58);
    expect(result.words.every(({ ocr, certainty = 0 }) => ocr && certainty > 0.5 && certainty <= 1)).toBe(true);
  });

  it.each([90, 180, 270])(
    'reads a page that was scanned rotated by %i degrees, and reports the rotation that makes it upright',
    async (rotate) => {
      const result = await recognize(slip(lines, { rotate }));
      expect(textOf(result)).toBe(expected);
      expect(Math.round(result.turn)).toBe(360 - rotate);
    },
  );

  it.each([1, 4, -4])('puts the words of a page with a skew of %i degrees in level rows', async (degrees) => {
    const { words, turn } = await recognize(slip(lines, { degrees }));
    const rows = Object.values(Object.groupBy(words, ({ box }) => Math.round((box.y + box.height / 2) / 14)));
    expect(rows.map((row = []) => row.map(({ text }) => text).join(' '))).toEqual(lines);
    expect(turn).toBeCloseTo(degrees, -0.4);
  });

  it('finds the language of a page, and reads the page in it', async () => {
    const german = ['Rechnung für die Lieferung', 'Betrag und Steuer mit Datum', 'Straße, Größe, Müller GmbH', 'Summe 1.234,56 EUR'];
    const result = await recognize(slip(german));
    expect([result.language, textOf(result)]).toEqual(['deu', german.join(' ')]);
  });

  it('reads a page upright whose densest band is a barcode, which tells nothing', async () => {
    const bars = Array.from({ length: 110 }, (_, index) => `${40 + index * 3} 8 1.${index % 3} 50 re f\n`).join('');
    const content = lines.map((line, index) => at(60, 230 - index * 26, line)).join('') + bars;
    const result = await recognize(rawPdf([{ content, entries: '/MediaBox [0 0 400 260]' }]));
    expect(textOf(result)).toContain(expected);
    expect(Math.round(result.turn)).toBe(0);
  });

  it('reads nothing on a blank page', async () => {
    expect((await recognize(slip([]))).words).toEqual([]);
  });

  it.each([7, 34])('draws the page at the resolution that its type of %i points needs', async (size) => {
    const content = ['Total amount 1.469,13', 'Date 17.03.2024'].map((line, index) => at(20, 200 - index * 2 * size, line, size)).join('');
    expect(textOf(await recognize(rawPdf([{ content, entries: '/MediaBox [0 0 500 260]' }])))).toBe(
      'Total amount 1.469,13 Date 17.03.2024',
    );
  });
});

describe('a photograph of a sheet', () => {
  const pose = { turn: 0, tilt: 0.05, shade: 0.35, noise: 5 };
  const taken = async (invoice: Invoice, change = {}) => pdfOf(await photographs(await invoicePdf(invoice), { ...pose, ...change }));

  it.each([-3, 90])('that is turned by %i degrees is read upright, in its language', async (turn) => {
    const result = await recognize(await taken(german(), { turn }));
    expect(result.language).toBe('deu');
    expect(Math.round(result.turn + turn + 360) % 360).toBe(0);
    expect(textOf(result)).toContain('Rechnung');
  });

  it('is drawn twice, and all of it is read once', async () => {
    const readings = vi.spyOn(engine.recognizerFor('deu'), 'Recognize');
    await withPageDrawing(pdfium, await taken(german()), 1, async (drawing) => {
      const drawings = vi.fn(drawing.draw);
      await recognizePage(engine, { ...drawing, draw: drawings }, { page: 1, languages: ['deu'], closer: false });
      expect(drawings).toHaveBeenCalledTimes(2);
    });
    // A band, to see how the page lies, and the page.
    expect(readings).toHaveBeenCalledTimes(2);
  });

  it('that lies on its head is read once as well, after a band each way', async () => {
    const readings = vi.spyOn(engine.recognizerFor('deu'), 'Recognize').mockClear();
    const result = await recognize(await taken(german(), { turn: 180 }), { languages: ['deu'] });
    expect(Math.abs(Math.round(result.turn))).toBe(180);
    expect(readings).toHaveBeenCalledTimes(3);
  });
});

it('the closer pass reads the same page finer, in the rotation that the first one found', async () => {
  const result = await recognize(slip(lines, { rotate: 90 }), { closer: true, turn: 270, languages: ['eng'] });
  expect([textOf(result), Math.round(result.turn)]).toEqual([expected, 270]);
});
