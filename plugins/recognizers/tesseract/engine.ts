import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { isInstalled } from '../ocr/optional-package.js';
import type { GreyImage, OcrWord } from '../ocr/picture.js';
import { dataPackage, languages, type TesseractLanguage } from './languages.js';

/** The part of Tesseract's API that is used here. Documented in its `baseapi.h`. */
interface TesseractApi {
  Init(dataPath: null, languages: string, engine: number): number;
  SetVariable(name: string, value: string): number;
  /** Reads `/input`. @param exif orientation, 1 = upright @param angle radians */
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
}

interface TesseractModule {
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => TesseractApi;
}

const require = createRequire(import.meta.url);

/** Selects the neural engine; this build does not contain the older one. */
const lstmOnly = 1;

/** A compiled Tesseract. Each language is loaded once, when it is first needed. */
export class TesseractEngine {
  readonly #recognizers = new Map<TesseractLanguage, TesseractApi>();

  private constructor(readonly module: TesseractModule) {}

  static async open(): Promise<TesseractEngine> {
    const create: (module: object) => Promise<TesseractModule> = require('tesseract.js-core/tesseract-core-simd-lstm.js');
    return new TesseractEngine(await create({ print: () => {}, printErr: () => {} }));
  }

  recognizerFor(language: TesseractLanguage): TesseractApi {
    const known = this.#recognizers.get(language);
    if (known) return known;
    this.module.FS.writeFile(`./${language}.traineddata`, dataOf(language));
    const recognizer = new this.module.TessBaseAPI();
    if (recognizer.Init(null, language, lstmOnly) !== 0) throw new Error(`Tesseract has no data for ${language}`);
    this.#recognizers.set(language, recognizer);
    return recognizer;
  }
}

const dataOf = (language: TesseractLanguage): Uint8Array => gunzipSync(readFileSync(require.resolve(dataPackage(language).entry)));

/** The languages that can be read here, likeliest first. */
export const installedLanguages = languages.filter((language) => isInstalled(dataPackage(language)));

/** How Tesseract segments a page: into columns and blocks, or as one block of lines. */
export type Segmentation = 'blocks' | 'lines';
const segmentationModes: Readonly<Record<Segmentation, string>> = { blocks: '3', lines: '6' };

/** Columns of Tesseract's table of words: level, page, block, paragraph, line, word, left, top, width, height, certainty of 100, text. */
const wordLevel = '5';

/** Reads the words of a picture, in reading order. */
export function readPicture(
  engine: TesseractEngine,
  picture: GreyImage,
  { language, segmentation }: { readonly language: TesseractLanguage; readonly segmentation: Segmentation },
): readonly OcrWord[] {
  const tesseract = engine.recognizerFor(language);
  tesseract.SetVariable('tessedit_pageseg_mode', segmentationModes[segmentation]);
  engine.module.FS.writeFile('/input', graymapOf(picture));
  if (tesseract.SetImageFile(1, 0) !== 0) throw new Error('Tesseract could not take the picture');
  tesseract.Recognize(null);
  const table = tesseract.GetTSVText(0);
  tesseract.Clear();
  return wordsIn(table);
}

/** A portable graymap: a text header, then the raw dots. */
const graymapOf = ({ width, height, dots }: GreyImage): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), dots]);

function wordsIn(table: string): readonly OcrWord[] {
  const lines = new Map<string, number>();
  const lineOf = (key: string): number => {
    const known = lines.get(key) ?? lines.size;
    lines.set(key, known);
    return known;
  };
  return table.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, certainty, text = ''] = row.split('\t');
    if (level !== wordLevel || text.trim() === '') return [];
    const box = { x: Number(left), y: Number(top), width: Number(width), height: Number(height) };
    return [{ text: text.trim(), box, certainty: Math.max(0, Number(certainty) / 100), line: lineOf(`${block}.${paragraph}.${line}`) }];
  });
}
