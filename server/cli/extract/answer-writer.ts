import { appendFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../../../core/index.js';
import { documentsIn, type FileAnswer, failureOf } from '../../export/file-answers.js';
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
  /** The last of each document. */
  readonly earlier: readonly FileAnswer[];
  /** A failure is written only where there is no earlier answer, which may have cost money: that one stays. */
  write(answer: FileAnswer): void;
  /** Ends the run: lines that a later one has superseded are removed. */
  close(): void;
}

/** Opens the target. @throws ConfigError when the file cannot be written, or when it is to be continued but holds something other than answers. */
export function openWriter(target: AnswerTarget, terminal: Terminal): AnswerWriter {
  const { format, output } = target;
  const written = new Set<string>();
  const style = { colours: output === undefined && takesColours(terminal.stdout, terminal.env), width: lineWidth(terminal.stdout) };
  const earlier = output === undefined ? [] : prepareFile(output, format, terminal.cwd);
  const kept = new Map(earlier.filter(hasData).map((answer) => [answer.file, answer]));
  const put = (text: string): unknown => {
    if (output === undefined) return terminal.stdout.write(text);
    return explainWriteError(output, () => appendFileSync(resolve(terminal.cwd, output), text));
  };
  return {
    earlier,
    write(answer) {
      const failure = failureOf(answer);
      const before = kept.get(answer.file);
      const staysAnswered = before !== undefined && (!hasData(answer) || (failure !== undefined && failureOf(before) === undefined));
      const hidden = output !== undefined || (format !== 'lines' && answer.kind === 'refused');
      const stays = staysAnswered ? `; its earlier answer stays in ${output}` : '';
      if (failure !== undefined && hidden) terminal.stderr.write(`vouch: ${printable(answer.file)}: ${printable(failure)}${stays}\n`);
      if (staysAnswered) return;
      written.add(answer.file);
      if (format === 'lines') put(`${JSON.stringify(jsonLine(answer))}\n`);
      else if (answer.kind === 'answered')
        put(format === 'json' ? `${JSON.stringify(answer.body, null, 2)}\n` : `${printAnswer(answer.file, answer.body, style)}\n`);
    },
    close() {
      if (output !== undefined && earlier.some(({ file }) => written.has(file)))
        explainWriteError(output, () => removeSuperseded(resolve(terminal.cwd, output)));
    },
  };
}

/** Whether anything was read, of one of the documents at least. */
const hasData = (answer: FileAnswer): boolean =>
  documentsIn(answer).some((one) => one.kind === 'answered' && (one.body.object ?? null) !== null);

/** Checks before any document is read that the file can be written. A file of lines is continued, any other is overwritten. */
function prepareFile(output: string, format: AnswerFormat, cwd: string): readonly FileAnswer[] {
  const file = resolve(cwd, output);
  return explainWriteError(output, () => {
    if (format === 'lines') appendFileSync(file, '');
    else writeFileSync(file, '');
    return format === 'lines' ? earlierAnswers(file) : [];
  });
}

function jsonLine(answer: FileAnswer): object {
  const { file } = answer;
  return answer.kind === 'refused' ? { file, detail: answer.detail } : { file, ...answer.body, digest: answer.digest };
}

interface AnswerLine {
  readonly text: string;
  readonly answer: FileAnswer;
}

/**
 * The lines of a file of JSON Lines. An incomplete last line that an interrupted run left is removed from it.
 * @throws ConfigError when the file holds something other than answers.
 */
const linesOfFile = (file: string): readonly AnswerLine[] =>
  completeLines(file).map((text, index) => ({ text, answer: parseLine(text) ?? notAnswers(file, index + 1) }));

const earlierAnswers = (file: string): readonly FileAnswer[] => lastOfEach(linesOfFile(file)).map(({ answer }) => answer);

/** The last line of each document counts. */
function lastOfEach(lines: readonly AnswerLine[]): readonly AnswerLine[] {
  const last = new Map(lines.map((line) => [line.answer.file, line]));
  return lines.filter((line) => last.get(line.answer.file) === line);
}

/** Replaces the file in one step, because the answers in it may have cost money. */
function removeSuperseded(file: string): void {
  const kept = lastOfEach(linesOfFile(file));
  writeFileSync(`${file}.new`, kept.map(({ text }) => `${text}\n`).join(''));
  renameSync(`${file}.new`, file);
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
    const { file, detail, digest, ...body } = JSON.parse(text);
    if (typeof file !== 'string') return undefined;
    if (typeof detail === 'string') return { kind: 'refused', file, detail };
    const kept = typeof digest === 'string' ? { digest } : {};
    return 'object' in body && 'metadata' in body ? { kind: 'answered', file, ...kept, body } : undefined;
  } catch {
    return undefined;
  }
}

function notAnswers(file: string, line: number): never {
  throw new ConfigError(`${file}:${line}: this is no answer of an earlier run, so the run cannot be continued. Name another file.`);
}
