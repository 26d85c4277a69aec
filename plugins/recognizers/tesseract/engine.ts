import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

/** The part of Tesseract's API that is used here. Documented in its `baseapi.h`. */
export interface TesseractApi {
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

/** The languages whose data is shipped, ISO 639-3. */
export const languages = ['eng', 'deu', 'fra', 'spa', 'ita', 'nld', 'por'] as const;
export type TesseractLanguage = (typeof languages)[number];

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

/** The integer models are as accurate as the float models, at a third of their size. Source: facts/documents.md §3. */
const dataOf = (language: TesseractLanguage): Uint8Array =>
  gunzipSync(readFileSync(require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)));
