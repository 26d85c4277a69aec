import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EngineSettings, OcrResult, Part, Recognizer, RecognizeTask } from '../../../../core/index.js';

/** What is not in the cache may take this long, so that a figure does not depend on how busy the machine is. */
const patienceMs = 30 * 60_000;

/**
 * The same engine with OCR results cached in a folder, so that scans need not be recognized again after a change of the readers. Results of
 * other code or other options are not used. A page that is not there yet has all the time it needs.
 */
export const withOcrCache = (engine: EngineSettings, folder: string): EngineSettings => ({
  ...engine,
  deadlineMs: patienceMs,
  recognizers: cachedRecognizers(engine.recognizers ?? [], folder),
});

export const cachedRecognizers = (parts: readonly Part<'recognizer'>[], folder: string): readonly Part<'recognizer'>[] =>
  parts.map((part) => kept(part, folder));

function kept(part: Part<'recognizer'>, folder: string): Part<'recognizer'> {
  const create: typeof part.plugin.create = (options, context) => {
    const inner = part.plugin.create(Object.assign({}, options, { deadline_ms: patienceMs }), context);
    const code = codeOf(part.plugin.name);
    return { recognize: (task) => once(inner, task, join(folder, `${nameOf(task, { ...options, code })}.json`)) };
  };
  return { ...part, plugin: { ...part.plugin, create } };
}

async function once(recognizer: Recognizer, task: RecognizeTask, file: string): Promise<OcrResult> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as OcrResult;
  const result = await recognizer.recognize(task);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(result));
  return result;
}

const nameOf = ({ document, page, languages, leaveOut }: RecognizeTask, options: object): string =>
  hashOf(document.pictures ?? document.file.bytes, JSON.stringify([page.number, page.turn, languages, leaveOut, options]));

const hashOf = (...parts: readonly (string | Uint8Array)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

/** Folder of the compiled OCR plugins, whose code is part of each cache key. */
const compiled = fileURLToPath(new URL('../../../../plugins/recognizers', import.meta.url));

/** The code of one engine and of what all of them share: a change of one leaves the results of the others. */
const codeOf = (plugin: string): string =>
  hashOf(
    ...readdirSync(compiled, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js') && [plugin, `${plugin}.js`, 'ocr'].includes(name.split(sep)[0] ?? ''))
      .sort()
      .map((name) => readFileSync(join(compiled, name))),
  );
