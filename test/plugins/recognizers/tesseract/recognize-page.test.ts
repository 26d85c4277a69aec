import { beforeAll, describe, expect, it } from 'vitest';
import type { OcrResult } from '../../../../core/index.js';
import { loadPdfium, type Pdfium } from '../../../../plugins/pdfium/pdfium.js';
import { withPageDrawing } from '../../../../plugins/recognizers/ocr/page-drawing.js';
import type { PageRequest } from '../../../../plugins/recognizers/ocr/page-request.js';
import { Engine } from '../../../../plugins/recognizers/tesseract/core.js';
import { recognizePage } from '../../../../plugins/recognizers/tesseract/recognize-page.js';
import { at, rawPdf } from '../../converters/raw-pdf.js';
import { lines, slip } from '../slip.js';

let engine: Engine;
let pdfium: Pdfium;
beforeAll(async () => {
  [engine, pdfium] = await Promise.all([Engine.open(), loadPdfium({ mb: 512, exceeded: false })]);
});

const see = (bytes: Uint8Array, wanted: Partial<PageRequest> = {}): Promise<OcrResult> =>
  withPageDrawing(pdfium, bytes, 1, (paper) => recognizePage(engine, paper, { page: 1, languages: [], closer: false, ...wanted }));
const textOf = ({ words }: OcrResult): string => words.map(({ text }) => text).join(' ');
const said = lines.join(' ');

describe('a first look', () => {
  it('reads the words in order, with boxes around their ink and a certainty', async () => {
    const sighting = await see(slip());
    expect(textOf(sighting)).toBe(said);
    expect(sighting.turn).toBeCloseTo(0, 0);
    const [first] = sighting.words;
    // Set at x = 60, on a baseline 210 points above the foot of a page of 260.
    expect(first?.box.x).toBeCloseTo(60, -0.5);
    expect(first && first.box.y + first.box.height).toBeGreaterThan(49);
    expect(first && first.box.y + first.box.height).toBeLessThan(58);
    expect(sighting.words.every(({ ocr, certainty = 0 }) => ocr && certainty > 0.5 && certainty <= 1)).toBe(true);
  });

  it.each([90, 180, 270])('reads a page that was scanned turned by %i degrees, and says how it has to be turned', async (rotate) => {
    const sighting = await see(slip(lines, { rotate }));
    expect(textOf(sighting)).toBe(said);
    expect(Math.round(sighting.turn)).toBe(360 - rotate);
  });

  it.each([1, 4, -4])('puts the words of a page that lay askew by %i degrees in level rows', async (degrees) => {
    const { words, turn } = await see(slip(lines, { degrees }));
    const rows = Object.values(Object.groupBy(words, ({ box }) => Math.round((box.y + box.height / 2) / 14)));
    expect(rows.map((row = []) => row.map(({ text }) => text).join(' '))).toEqual(lines);
    expect(turn).toBeCloseTo(degrees, -0.4);
  });

  it('finds the language of a page, and reads it in that', async () => {
    const german = ['Rechnung für die Lieferung', 'Betrag und Steuer mit Datum', 'Straße, Größe, Müller GmbH', 'Summe 1.234,56 EUR'];
    const sighting = await see(slip(german));
    expect([sighting.language, textOf(sighting)]).toEqual(['deu', german.join(' ')]);
  });

  it('sees nothing on a blank page', async () => {
    expect((await see(slip([]))).words).toEqual([]);
  });

  it.each([7, 34])('draws the page as its type of %i points needs it', async (size) => {
    const content = ['Total amount 1.469,13', 'Date 17.03.2024'].map((line, index) => at(20, 200 - index * 2 * size, line, size)).join('');
    expect(textOf(await see(rawPdf([{ content, entries: '/MediaBox [0 0 500 260]' }])))).toBe('Total amount 1.469,13 Date 17.03.2024');
  });
});

it('a closer look reads the same page finer, in the turn that the first one found', async () => {
  const sighting = await see(slip(lines, { rotate: 90 }), { closer: true, turn: 270, languages: ['eng'] });
  expect([textOf(sighting), Math.round(sighting.turn)]).toEqual([said, 270]);
});
