import type { OcrResult, PluginContext, Recognizer } from '../../../core/index.js';
import { openSandbox, type SandboxSettings } from '../../sandbox/sandbox.js';
import { checkedResult } from './check-result.js';
import type { PageRequest } from './serve-ocr.js';

/** The options of every OCR engine; each runs in the sandbox. */
export const ocrOptions = {
  deadline_ms: { type: 'integer', default: 30_000, minimum: 100, description: 'Time that reading one page may take.' },
  children: {
    type: 'integer',
    default: 2,
    minimum: 1,
    description: 'Processes at most, each reading one page; none is started before a page needs it.',
  },
  recycle_after: { type: 'integer', default: 200, minimum: 1, description: 'Pages that one child reads before a fresh one replaces it.' },
} as const;

type OcrOptions = Readonly<Record<keyof typeof ocrOptions | 'memory_mb', number>>;

/** The sandbox settings for these options. An engine's child is large from the start, so it is replaced later than a converter's. */
export const ocrSettings = (given: OcrOptions): Omit<SandboxSettings<OcrResult>, 'plugin' | 'subject' | 'taken'> => ({
  children: given.children,
  recycleAfter: given.recycle_after,
  deadlineMs: given.deadline_ms,
  memoryMb: given.memory_mb,
  recycleAboveMb: 0.8 * given.memory_mb,
  warm: false,
  limits: {},
});

/** Opens an OCR engine in child processes, which open the file themselves and draw the page at the resolution they need. */
export function openOcrEngine(settings: Omit<SandboxSettings<OcrResult>, 'taken'>, closer: boolean, context: PluginContext): Recognizer {
  const read = openSandbox({ ...settings, taken: checkedResult }, context);
  return {
    recognize: async ({ document, page, languages, signal }) => {
      const request: PageRequest = { page: page.number, languages, closer, ...(page.turn !== undefined && { turn: page.turn }) };
      return read({ ...document.file, ...(document.pictures && { bytes: document.pictures }) }, signal, request);
    },
  };
}
