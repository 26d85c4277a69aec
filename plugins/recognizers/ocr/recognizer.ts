import {
  type Box,
  ExtractionError,
  type OcrLine,
  type OcrResult,
  type OcrStep,
  type PluginContext,
  type Recognizer,
  type Word,
} from '../../../core/index.js';
import { openSandbox, type SandboxSettings } from '../../sandbox/sandbox.js';
import { InvalidReply, insist, list, number, record, sentBox, text } from '../../sandbox/sent.js';
import { ocrLimits as max } from './ocr-limits.js';
import { installing, isInstalled, type OptionalPackage } from './optional-package.js';
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
export const ocrSettings = (given: OcrOptions): Omit<SandboxSettings<OcrResult>, 'plugin' | 'subject' | 'parse'> => ({
  children: given.children,
  recycleAfter: given.recycle_after,
  deadlineMs: given.deadline_ms,
  memoryMb: given.memory_mb,
  recycleAboveMb: 0.8 * given.memory_mb,
  warm: false,
  limits: {},
});

interface OcrEngine extends Omit<SandboxSettings<OcrResult>, 'parse'>, Pick<Recognizer, 'independent'> {
  readonly closer?: boolean;
  /** The packages that it runs on, optional because of their size: `npm install` leaves them out with `--omit=optional`. */
  readonly packages: readonly OptionalPackage[];
}

/**
 * Opens an OCR engine in child processes, which open the file themselves and draw the page at the resolution they need. One whose packages are not
 * installed reads no page, and says of each what would help: most documents need none.
 */
export function openOcrEngine({ closer, packages, independent, ...settings }: OcrEngine, context: PluginContext): Recognizer {
  const missing = packages.filter((one) => !isInstalled(one)).map(({ name }) => name);
  if (missing.length > 0) {
    const why = `OCR by ${settings.plugin.replace(/^.*\//, '')} is not installed here: ${installing(missing)}`;
    context.log(`pages that are pictures are not read: ${why}`);
    return { recognize: () => Promise.reject(new ExtractionError('EXTRACTION_FAILED', why)) };
  }
  const read = openSandbox({ ...settings, parse: checkedResult }, context);
  return {
    ...(independent && { independent }),
    recognize: async ({ document, page, languages, leaveOut, signal }) => {
      const { turn } = page;
      // Hints that change nothing would make the same page another one, to whoever keeps what a page has cost.
      const hints = independent ? { languages: [] } : { languages, ...(turn !== undefined && { turn }) };
      const request: PageRequest = { page: page.number, ...hints, ...(closer && { closer }), ...(leaveOut && { leaveOut }) };
      return read({ ...document.file, ...(document.pictures && { bytes: document.pictures }) }, signal, request);
    },
  };
}

/**
 * What the child of an OCR engine has sent, as a new value that has the type and the size of an OCR result and nothing else: the picture of
 * a stranger's page may have taken the engine over.
 * @throws InvalidReply if it is anything else.
 */
export function checkedResult(sent: unknown): OcrResult {
  const { words, lines, turn, language } = record(sent);
  if (language !== undefined && !/^[a-z]{3}$/.test(text(language, 3))) throw new InvalidReply();
  return {
    words: checkedWords(words),
    turn: number(turn, 360),
    ...(language !== undefined && { language: text(language, 3) }),
    ...(lines !== undefined && { lines: checkedLines(lines) }),
  };
}

function checkedWords(sent: unknown): readonly Word[] {
  const words = list(sent, max.words).map((word): Word => {
    const { text: letters, box, certainty, incomplete } = record(word);
    return {
      text: text(letters, max.characters),
      box: checkedBox(box),
      ocr: true,
      ...(certainty !== undefined && { certainty: Math.min(1, Math.max(0, number(certainty, 2))) }),
      ...(incomplete === true && { incomplete }),
    };
  });
  insist(words.reduce((sum, { text: { length } }) => sum + length, 0) <= max.characters);
  return words;
}

function checkedLines(sent: unknown): readonly OcrLine[] {
  const lines = list(sent, max.lines).map(record);
  const counts = lines.map(({ steps }) => list(steps, max.stepsOfLine).length);
  insist(counts.reduce((sum, count) => sum + count, 0) <= max.steps);
  return lines.map(({ box, steps }) => ({ box: checkedBox(box), steps: list(steps, max.stepsOfLine).map(checkedStep) }));
}

function checkedStep(sent: unknown): OcrStep {
  const { likely, gap } = record(sent);
  const logs = Object.entries(record(likely));
  insist(logs.length <= max.likely);
  const checked = Object.fromEntries(
    logs.map(([character, log]) => [text(character, longestCharacter), Math.min(0, number(log, leastLog))]),
  );
  return { likely: checked, ...(gap === true && { gap }) };
}

/** A character of the alphabet takes one unit of UTF-16 or two. */
const longestCharacter = 2;
/** No logarithm of a probability that is listed is nearly as far from zero. */
const leastLog = 100;

/** In points; a page of PDF is at most 14,400 of them wide (ISO 32000-1, Annex C), and a box may begin beyond its edge. */
const farthest = 100_000;

const checkedBox = (sent: unknown): Box => sentBox(sent, farthest);
