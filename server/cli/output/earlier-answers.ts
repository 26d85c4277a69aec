import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { ConfigError } from '../../../core/index.js';
import { type FileAnswer, failureOf } from './answer.js';

/**
 * Reads the answers in a file of JSON Lines; the last line of each document counts. Lines of requested documents that failed are removed from
 * the file, so that they are tried again, and so is an incomplete last line that an interrupted run left.
 * @throws ConfigError when the file holds something other than answers.
 */
export function earlierAnswers(file: string, requested: readonly string[]): readonly FileAnswer[] {
  const texts = completeLines(file);
  const lines = texts.map((text, index) => ({ text, answer: parseLine(text) ?? notAnswers(file, index + 1) }));
  const last = new Map(lines.map(({ answer }) => [answer.file, answer]));
  const failed = new Set(requested.filter((name) => failureOf(last.get(name)) !== undefined));
  const kept = lines.filter(({ answer }) => !failed.has(answer.file));
  if (kept.length < lines.length) replaceFile(file, kept.map(({ text }) => `${text}\n`).join(''));
  return [...last.values()].filter((answer) => !failed.has(answer.file));
}

function completeLines(file: string): readonly string[] {
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf('\n') + 1;
  if (whole < bytes.length) truncateSync(file, whole);
  return bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
}

function parseLine(text: string): FileAnswer | undefined {
  try {
    const { file, detail, ...body } = JSON.parse(text);
    if (typeof file !== 'string') return undefined;
    if (typeof detail === 'string') return { kind: 'refused', file, detail };
    return 'object' in body && 'metadata' in body ? { kind: 'answered', file, body } : undefined;
  } catch {
    return undefined;
  }
}

function notAnswers(file: string, line: number): never {
  throw new ConfigError(`${file}:${line}: this is no answer of an earlier run, so the run cannot be continued. Name another file.`);
}

/** Replaces the file in one step, because the answers in it may have cost money. */
function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
