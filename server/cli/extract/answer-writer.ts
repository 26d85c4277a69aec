import { appendFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../../../core/index.js';
import { type FileAnswer, failureOf } from '../../export/file-answers.js';
import { printable } from '../../report/html.js';
import { explainWriteError, lineWidth, type Terminal, takesColours } from '../terminal.js';
import { printAnswer } from './print-answer.js';

/** `text` is for people, `json` is the exact body of one answer, `lines` has one JSON object for each file. */
export type AnswerFormat = 'text' | 'json' | 'lines';

export interface AnswerTarget {
  readonly format: AnswerFormat;
  /** The path of a file; the standard output when absent. */
  readonly output?: string;
  readonly files: readonly string[];
}

interface AnswerWriter {
  readonly earlier: readonly FileAnswer[];
  write(answer: FileAnswer): void;
}

/** Opens the target. @throws ConfigError when the file cannot be written, or when it is to be continued but holds something other than answers. */
export function openWriter(target: AnswerTarget, terminal: Terminal): AnswerWriter {
  const { format, output } = target;
  const style = { colours: output === undefined && takesColours(terminal.stdout, terminal.env), width: lineWidth(terminal.stdout) };
  const earlier = output === undefined ? [] : prepareFile(output, target, terminal.cwd);
  const put = (text: string): unknown => {
    if (output === undefined) return terminal.stdout.write(text);
    return explainWriteError(output, () => appendFileSync(resolve(terminal.cwd, output), text));
  };
  return {
    earlier,
    write(answer) {
      const failure = failureOf(answer);
      const hidden = output !== undefined || (format !== 'lines' && answer.kind === 'refused');
      if (failure !== undefined && hidden) terminal.stderr.write(`vouch: ${printable(answer.file)}: ${printable(failure)}\n`);
      if (format === 'lines') put(`${JSON.stringify(jsonLine(answer))}\n`);
      else if (answer.kind === 'answered')
        put(format === 'json' ? `${JSON.stringify(answer.body, null, 2)}\n` : `${printAnswer(answer.file, answer.body, style)}\n`);
    },
  };
}

/** Checks before any document is read that the file can be written. A file of lines is continued, any other is overwritten. */
function prepareFile(output: string, { format, files }: AnswerTarget, cwd: string): readonly FileAnswer[] {
  const file = resolve(cwd, output);
  return explainWriteError(output, () => {
    if (format === 'lines') appendFileSync(file, '');
    else writeFileSync(file, '');
    return format === 'lines' ? earlierAnswers(file, files) : [];
  });
}

const jsonLine = (answer: FileAnswer): object =>
  answer.kind === 'refused' ? { file: answer.file, detail: answer.detail } : { file: answer.file, ...answer.body };

/**
 * Reads the answers in a file of JSON Lines; the last line of each document counts. Lines of requested documents that failed are removed from
 * the file, so that they are tried again, and so is an incomplete last line that an interrupted run left.
 * @throws ConfigError when the file holds something other than answers.
 */
function earlierAnswers(file: string, requested: readonly string[]): readonly FileAnswer[] {
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

/** An answer as a line of JSON has it; undefined where it is something else. */
export function parseLine(text: string): FileAnswer | undefined {
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
