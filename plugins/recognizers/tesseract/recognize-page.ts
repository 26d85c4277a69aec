import type { OcrResult } from '../../../core/index.js';
import type { PageBitmap } from '../../pdfium/render-grey.js';
import { skewOf } from '../ocr/level.js';
import { ocrResultOf, type RecognizedPage } from '../ocr/ocr-result.js';
import { bandOf, lettersForLines, linesRun } from '../ocr/orientation.js';
import { dpiForLetters, type PageDrawing } from '../ocr/page-drawing.js';
import type { OcrWord } from '../ocr/picture.js';
import { maxUncorrectedSkew, quartersOf, skewIn, straighten } from '../ocr/rotation.js';
import type { PageRequest } from '../ocr/serve-ocr.js';
import { languages, type TesseractEngine, type TesseractLanguage } from './engine.js';
import { languageOf } from './language.js';
import { readPicture, type Segmentation } from './read-picture.js';

/** How a pass draws and segments a page. */
interface PassSettings {
  readonly maxDpi: number;
  /** The height of letters in dots that the resolution aims at. */
  readonly letters: number;
  readonly segmentation: Segmentation;
}

/** Measured: `npm run eval`. */
const firstPass: PassSettings = { maxDpi: 150, letters: 18, segmentation: 'lines' };
const closerPass: PassSettings = { maxDpi: 300, letters: 26, segmentation: 'blocks' };

/** A page with at least this mean certainty and this many words is not upside down. */
const upright = { certainty: 0.75, words: 12 };

/** The quarter turns that a page may have, likeliest first, by the direction of its lines. */
const turns = { across: [0, 2], down: [1, 3], unclear: [0, 1, 3, 2] } as const;

/** Reads a page: upright, level, in its own language, and at the resolution that its letters need. */
export async function recognizePage(engine: TesseractEngine, drawing: PageDrawing, request: PageRequest): Promise<OcrResult> {
  const reader = new PageReader(engine, drawing, request.closer ? closerPass : firstPass);
  const language = request.languages.find(isLanguage) ?? 'eng';
  const first =
    request.turn === undefined ? reader.readUpright(language) : reader.read(language, quartersOf(request.turn), skewIn(request.turn));
  const own = languageOf(first.words);
  const second = own && own !== language ? reader.read(own, first.quarters, first.skew) : first;
  return { ...ocrResultOf(second), language: own ?? language };
}

class PageReader {
  /** The resolution in dots per inch at which letters have a given height in dots. */
  readonly #dpi: (letters: number) => number;

  constructor(
    private readonly engine: TesseractEngine,
    private readonly drawing: PageDrawing,
    private readonly pass: PassSettings,
  ) {
    this.#dpi = dpiForLetters(drawing);
  }

  /** Reads the page in the quarter turn in which a band of it reads best, and level. */
  readUpright(language: TesseractLanguage): RecognizedPage {
    const [likeliest, ...others] = turns[linesRun(this.drawing.draw(this.#dpi(lettersForLines)))];
    const first = this.read(language, likeliest, 0);
    if (isUpright(first.words)) return this.#level(first, language);
    const bands = [likeliest, ...others].map((quarters) => ({ quarters, words: this.#readBand(language, quarters) }));
    const [best] = bands.toSorted((a, b) => weight(b.words) - weight(a.words));
    return this.#level(!best || best.quarters === likeliest ? first : this.read(language, best.quarters, 0), language);
  }

  read(language: TesseractLanguage, quarters: number, skew: number): RecognizedPage {
    const drawn = this.#draw(quarters);
    const picture = skew === 0 ? drawn : straighten(drawn, skew);
    return { words: readPicture(this.engine, picture, { language, segmentation: this.pass.segmentation }), picture, quarters, skew };
  }

  #readBand(language: TesseractLanguage, quarters: number): readonly OcrWord[] {
    return readPicture(this.engine, bandOf(this.#draw(quarters)), { language, segmentation: this.pass.segmentation });
  }

  #level(page: RecognizedPage, language: TesseractLanguage): RecognizedPage {
    const skew = skewOf(page.words);
    return Math.abs(skew) > maxUncorrectedSkew ? this.read(language, page.quarters, skew) : page;
  }

  #draw(quarters: number): PageBitmap {
    return this.drawing.draw(Math.min(this.#dpi(this.pass.letters), this.pass.maxDpi), quarters);
  }
}

const mean = (words: readonly OcrWord[]): number => words.reduce((sum, { certainty }) => sum + certainty, 0) / Math.max(words.length, 1);
const isUpright = (words: readonly OcrWord[]): boolean => words.length >= upright.words && mean(words) >= upright.certainty;

/** How much was read, and how certainly: letters and digits, each weighted by the squared certainty of its word. */
const weight = (words: readonly OcrWord[]): number =>
  words.reduce((sum, { text, certainty }) => sum + certainty ** 2 * text.replace(/[^\p{L}\p{N}]/gu, '').length, 0);

const isLanguage = (language: string): language is TesseractLanguage => (languages as readonly string[]).includes(language);
