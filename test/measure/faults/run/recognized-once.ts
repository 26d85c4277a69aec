import type { OcrResult, Part, Recognizer, RecognizeTask } from '../../../../core/index.js';
import { sha256Of } from './converted-once.js';
import { sharedPlugin } from './outliving.js';

/** An OCR engine that outlives the engines it is part of, and looks at a page once for all of them. */
export interface SharedRecognizer extends Recognizer {
  readonly part: Part<'recognizer'>;
  close(): Promise<void>;
}

export function sharedRecognizer(given: Part<'recognizer'>): SharedRecognizer {
  const { plugin: inner, close } = sharedPlugin(given);
  const sights = new Map<string, Promise<OcrResult>>();
  const recognize = (task: RecognizeTask): Promise<OcrResult> => {
    const known = sights.get(nameOf(task)) ?? inner.recognize(task);
    sights.set(nameOf(task), known);
    return known;
  };
  return { recognize, part: { plugin: { kind: 'recognizer', name: given.plugin.name, create: () => ({ recognize }) } }, close };
}

const nameOf = ({ document, page, languages }: RecognizeTask): string =>
  JSON.stringify([sha256Of({ bytes: document.pictures ?? document.file.bytes }), page.number, page.turn, languages]);
