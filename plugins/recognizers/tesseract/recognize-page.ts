import type { OcrResult } from '../../../core/index.js';
import type { PageBitmap } from '../../pdfium/render-grey.js';
import { bandOf } from '../ocr/band.js';
import { drawingDensity } from '../ocr/drawing-density.js';
import { skewOf } from '../ocr/level.js';
import { lettersForLines, linesRun } from '../ocr/lines.js';
import { ocrResultOf, type RecognizedPage } from '../ocr/ocr-result.js';
import type { PageDrawing } from '../ocr/page-drawing.js';
import type { PageRequest } from '../ocr/page-request.js';
import type { OcrWord } from '../ocr/picture.js';
import { mostSkew, quartersOf, skewIn } from '../ocr/rotation.js';
import { straighten } from '../ocr/straighten.js';
import { type Engine, type Language, languages } from './core.js';
import { languageOf } from './language.js';
import { type Cut, read } from './read.js';

/** Dots an inch at most, and how high letters should be in dots, of a first look and of a closer one. Measured: `npm run eval`. */
const glance = { dpi: 150, letters: 18, cut: 'lines' } as const;
const scrutiny = { dpi: 300, letters: 26, cut: 'blocks' } as const;

/** A page whose words are so sure on average, and so many, does not lie on its head. */
const upright = { certainty: 0.75, words: 12 };

/** In which quarter turns a page may lie, likeliest first, by the way its lines run. */
const turns = { across: [0, 2], down: [1, 3], unclear: [0, 1, 3, 2] } as const;

/** Reads a page: upright, level, as finely as its letters need, in its own language. */
export async function recognizePage(engine: Engine, paper: PageDrawing, wanted: PageRequest): Promise<OcrResult> {
  const eye = new Eye(engine, paper, wanted.closer ? scrutiny : glance);
  const language = wanted.languages.find(isLanguage) ?? 'eng';
  const first = wanted.turn === undefined ? eye.upright(language) : eye.see(language, quartersOf(wanted.turn), skewIn(wanted.turn));
  const own = languageOf(first.words);
  const second = own && own !== language ? eye.see(own, first.quarters, first.skew) : first;
  return { ...ocrResultOf(second), language: own ?? language };
}

class Eye {
  /** Dots an inch at which letters are so many dots high. */
  readonly #dpi: (letters: number) => number;

  constructor(
    private readonly engine: Engine,
    private readonly paper: PageDrawing,
    private readonly manner: { readonly dpi: number; readonly letters: number; readonly cut: Cut },
  ) {
    this.#dpi = drawingDensity(paper);
  }

  /** The page as it can be read best, turned the way in which a band of it reads best. */
  upright(language: Language): RecognizedPage {
    const [likeliest, ...others] = turns[linesRun(this.paper.draw(this.#dpi(lettersForLines)))];
    const first = this.see(language, likeliest, 0);
    if (isUpright(first.words)) return this.level(first, language);
    const bands = [likeliest, ...others].map((quarters) => ({ quarters, words: this.glimpse(language, quarters) }));
    const [best] = bands.toSorted((a, b) => weight(b.words) - weight(a.words));
    return this.level(!best || best.quarters === likeliest ? first : this.see(language, best.quarters, 0), language);
  }

  private glimpse(language: Language, quarters: number): readonly OcrWord[] {
    return read(this.engine, bandOf(this.#draw(quarters)), { language, cut: this.manner.cut });
  }

  see(language: Language, quarters: number, skew: number): RecognizedPage {
    const drawn = this.#draw(quarters);
    const picture = skew === 0 ? drawn : straighten(drawn, skew);
    return { words: read(this.engine, picture, { language, cut: this.manner.cut }), picture, quarters, skew };
  }

  private level(view: RecognizedPage, language: Language): RecognizedPage {
    const skew = skewOf(view.words);
    return Math.abs(skew) > mostSkew ? this.see(language, view.quarters, skew) : view;
  }

  #draw(quarters: number): PageBitmap {
    return this.paper.draw(Math.min(this.#dpi(this.manner.letters), this.manner.dpi), quarters);
  }
}

const mean = (words: readonly OcrWord[]): number => words.reduce((sum, { certainty }) => sum + certainty, 0) / Math.max(words.length, 1);
const isUpright = (words: readonly OcrWord[]): boolean => words.length >= upright.words && mean(words) >= upright.certainty;

/** How much was read, and how surely: letters and digits, each as sure as its word. */
const weight = (words: readonly OcrWord[]): number =>
  words.reduce((sum, { text, certainty }) => sum + certainty ** 2 * text.replace(/[^\p{L}\p{N}]/gu, '').length, 0);

const isLanguage = (language: string): language is Language => (languages as readonly string[]).includes(language);
