import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

/** Tesseract's own programming interface, as far as it is used here. Documented in its `baseapi.h`. */
export interface Tesseract {
  Init(dataPath: null, languages: string, engine: number): number;
  SetVariable(name: string, value: string): number;
  /** Reads `/input`. @param exif orientation, 1 = upright @param angle radians */
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
}

interface Core {
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => Tesseract;
}

const require = createRequire(import.meta.url);

/** Languages whose data is shipped, ISO 639-3. */
export const languages = ['eng', 'deu', 'fra', 'spa', 'ita', 'nld', 'por'] as const;
export type Language = (typeof languages)[number];

/** The neural engine alone; the older one is not in this build. */
const lstmOnly = 1;

/** A compiled Tesseract with the languages it was asked for so far; each is loaded once. */
export class Engine {
  readonly #readers = new Map<Language, Tesseract>();

  private constructor(readonly core: Core) {}

  static async open(): Promise<Engine> {
    const create: (module: object) => Promise<Core> = require('tesseract.js-core/tesseract-core-simd-lstm.js');
    return new Engine(await create({ print: () => {}, printErr: () => {} }));
  }

  reader(language: Language): Tesseract {
    const known = this.#readers.get(language);
    if (known) return known;
    this.core.FS.writeFile(`./${language}.traineddata`, dataOf(language));
    const reader = new this.core.TessBaseAPI();
    if (reader.Init(null, language, lstmOnly) !== 0) throw new Error(`Tesseract has no data for ${language}`);
    this.#readers.set(language, reader);
    return reader;
  }
}

/** Data in whole numbers: as right as that in fractions, a third of its size. Source: facts/documents.md §3. */
const dataOf = (language: Language): Uint8Array =>
  gunzipSync(readFileSync(require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`)));
