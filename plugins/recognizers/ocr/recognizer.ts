import type { OcrResult, PluginContext, Recognizer } from '../../../core/index.js';
import { openSandbox, type SandboxSettings } from '../../sandbox/sandbox.js';
import type { PageRequest } from './page-request.js';

/** The options that every caged OCR engine has. */
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

type Given = Readonly<Record<keyof typeof ocrOptions | 'memory_mb', number>>;

/** What the options say of the cage. A child is large before it reads anything, so it is fresh again later than a converter's. */
export const ocrSettings = (given: Given): Omit<SandboxSettings, 'plugin' | 'subject'> => ({
  children: given.children,
  recycleAfter: given.recycle_after,
  deadlineMs: given.deadline_ms,
  memoryMb: given.memory_mb,
  recycleAboveMb: 0.8 * given.memory_mb,
  warm: false,
  limits: {},
});

/** An OCR engine in child processes: they open the file themselves and draw the page as they need it. */
export function openOcrEngine(settings: SandboxSettings, closer: boolean, context: PluginContext): Recognizer {
  const read = openSandbox<OcrResult>(settings, context);
  return {
    recognize: ({ document, page, languages, signal }) => {
      const wanted: PageRequest = { page: page.number, languages, closer, ...(page.turn !== undefined && { turn: page.turn }) };
      return read(document.pictures ?? document.file.bytes, signal, wanted);
    },
  };
}
