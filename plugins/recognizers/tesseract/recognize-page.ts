import type { OcrResult } from '../../../core/index.js';
import type { PageBitmap } from '../../pdfium/render-grey.js';
import { ocrResultOf, type RecognizedPage, skewOf } from '../ocr/ocr-result.js';
import { bandOf, bandShare, linesRun } from '../ocr/orientation.js';
import { dpiForLetters, overviewOf, type PageDrawing } from '../ocr/page-drawing.js';
import { type GreyImage, maxUncorrectedSkew, type OcrWord, quartersOf, skewIn, straighten, turnedBy } from '../ocr/picture.js';
import type { PageRequest } from '../ocr/serve-ocr.js';
import { installedLanguages, readPicture, type Segmentation, type TesseractEngine } from './engine.js';
import { languageOf } from './language.js';
import type { TesseractLanguage } from './languages.js';

interface PassSettings {
  readonly maxDpi: number;
  /** The height of letters in dots that the resolution aims at. */
  readonly letters: number;
  readonly segmentation: Segmentation;
}

/** Measured: `vouch eval`. */
const firstPass: PassSettings = { maxDpi: 150, letters: 18, segmentation: 'lines' };
const closerPass: PassSettings = { maxDpi: 300, letters: 26, segmentation: 'blocks' };

/** A band, or a page, with at least this mean certainty and this many words is not upside down. On 31 scans bands had 0.57, upside down 0.47. */
const upright = { band: 0.55, page: 0.6, words: 12 };

/** A band turned otherwise decides alone where it says this many times as much. On 24 scans a right band said three times as much as one upside down. */
const clearLead = 2;

/** The quarter turns that a page may have, likeliest first, by the direction of its lines. */
const turns = { across: [0, 2], down: [1, 3], unclear: [0, 1, 3, 2] } as const;

interface PageLie {
  readonly quarters: number;
  /** Radians. */
  readonly skew: number;
  readonly language: TesseractLanguage;
}

/** Reads a page: upright, level, in its own language, and at the resolution that its letters need. */
export async function recognizePage(engine: TesseractEngine, drawing: PageDrawing, request: PageRequest): Promise<OcrResult> {
  const reader = new PageReader(engine, drawing, request.closer ? closerPass : firstPass);
  const { turn } = request;
  const language = request.languages.find(isLanguage) ?? installedLanguages[0] ?? 'eng';
  const first =
    turn === undefined ? reader.readUpright(language) : reader.read({ quarters: quartersOf(turn), skew: skewIn(turn), language });
  const own = installedLanguageOf(first.words) ?? first.language;
  const skew = first.skew + (turn === undefined ? uncorrected(first.words) : 0);
  const page = own === first.language && skew === first.skew ? first : reader.read({ ...first, language: own, skew });
  return { ...ocrResultOf(page), language: own };
}

/** The skew of words as far as a picture must be straightened for it. */
function uncorrected(words: readonly OcrWord[], least = maxUncorrectedSkew): number {
  const skew = skewOf(words);
  return Math.abs(skew) > least ? skew : 0;
}

type ReadPage = RecognizedPage & PageLie;

class PageReader {
  readonly #turns: readonly [number, ...number[]];
  readonly #picture: PageBitmap;

  constructor(
    private readonly engine: TesseractEngine,
    drawing: PageDrawing,
    private readonly pass: PassSettings,
  ) {
    const overview = overviewOf(drawing);
    this.#turns = turns[linesRun(overview)];
    this.#picture = drawing.draw(Math.min(dpiForLetters(overview, pass.letters), pass.maxDpi));
  }

  /** Reads all of the page once a band of it has told how it lies, because to read all of it several times takes seconds. */
  readUpright(language: TesseractLanguage): ReadPage {
    const [likeliest, ...others] = this.#turns;
    const band = this.#readBand(likeliest, language);
    if (isUpright(band.words, upright.band)) return this.read(this.#lieBy(band));
    const [best = band] = others
      .map((quarters) => this.#readBand(quarters, language))
      .toSorted((a, b) => weight(b.words) - weight(a.words));
    const isClear = isUpright(best.words, upright.band) && weight(best.words) > clearLead * weight(band.words);
    if (isClear) return this.read(this.#lieBy(best));
    const first = this.read({ quarters: likeliest, skew: 0, language });
    const least = Math.max(weight(band.words), bandShare * weight(first.words));
    return !isUpright(first.words, upright.page) && weight(best.words) > least ? this.read(this.#lieBy(best)) : first;
  }

  read({ quarters, skew, language }: PageLie): ReadPage {
    const drawn = turnedBy(quarters, this.#picture);
    const picture = skew === 0 ? drawn : straighten(drawn, skew);
    return { words: this.#words(picture, language), picture, quarters, skew, language };
  }

  /** The few lines of a band show a skew less exactly than those of the page, and to straighten a picture blurs it. */
  #lieBy({ quarters, language, words }: ReadBand): PageLie {
    return { quarters, skew: uncorrected(words, 2 * maxUncorrectedSkew), language: installedLanguageOf(words) ?? language };
  }

  #readBand(quarters: number, language: TesseractLanguage): ReadBand {
    return { quarters, language, words: this.#words(bandOf(turnedBy(quarters, this.#picture)), language) };
  }

  #words(picture: GreyImage, language: TesseractLanguage): readonly OcrWord[] {
    return readPicture(this.engine, picture, { language, segmentation: this.pass.segmentation });
  }
}

type ReadBand = Omit<PageLie, 'skew'> & Pick<RecognizedPage, 'words'>;

const mean = (words: readonly OcrWord[]): number => words.reduce((sum, { certainty }) => sum + certainty, 0) / Math.max(words.length, 1);
const isUpright = (words: readonly OcrWord[], certainty: number): boolean => words.length >= upright.words && mean(words) >= certainty;

/** How much was read, and how certainly: letters and digits, each weighted by the squared certainty of its word. */
const weight = (words: readonly OcrWord[]): number =>
  words.reduce((sum, { text, certainty }) => sum + certainty ** 2 * text.replace(/[^\p{L}\p{N}]/gu, '').length, 0);

const isLanguage = (language: string): language is TesseractLanguage => (installedLanguages as readonly string[]).includes(language);

/** A page in a language whose data is not there is read as it was begun. */
function installedLanguageOf(words: readonly OcrWord[]): TesseractLanguage | undefined {
  const language = languageOf(words);
  return language && isLanguage(language) ? language : undefined;
}
