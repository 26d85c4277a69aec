import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../../core/index.js';
import type { Answer } from './answer.js';
import { printAnswer } from './print-answer.js';
import { coloured, lineWidth, type Terminal } from './terminal.js';

/** `text` for a person, `json` for the exact body of one answer, `lines` for one JSON object a file. */
export type Format = 'text' | 'json' | 'lines';

export interface Target {
  readonly format: Format;
  /** A file; the standard output when absent. */
  readonly output?: string;
}

export interface AnswerWriter {
  /** Answers that the file of an earlier run already holds. */
  readonly earlier: readonly Answer[];
  write(answer: Answer): void;
}

/** @throws ConfigError when the file that shall be continued holds something else than answers. */
export function openWriter({ format, output }: Target, terminal: Terminal): AnswerWriter {
  const file = output === undefined ? undefined : resolve(terminal.cwd, output);
  const earlier = file !== undefined && format === 'lines' ? continueFile(file) : [];
  if (file !== undefined && format !== 'lines') writeFileSync(file, '');
  const put = (text: string): unknown => (file === undefined ? terminal.stdout.write(text) : appendFileSync(file, text));
  const look = { colours: file === undefined && coloured(terminal.stdout, terminal.env), width: lineWidth(terminal.stdout) };
  return {
    earlier,
    write(answer) {
      if (format === 'lines') put(`${JSON.stringify(line(answer))}\n`);
      else if (answer.kind === 'refused') terminal.stderr.write(`vouch: ${answer.file}: ${answer.detail}\n`);
      else put(format === 'json' ? `${JSON.stringify(answer.body, null, 2)}\n` : `${printAnswer(answer.file, answer.body, look)}\n`);
    },
  };
}

const line = (answer: Answer): object =>
  answer.kind === 'refused' ? { file: answer.file, detail: answer.detail } : { file: answer.file, ...answer.body };

/** The answers in the file. A last line that a stopped run left half written is cut off. */
function continueFile(file: string): readonly Answer[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf('\n') + 1;
  if (whole < bytes.length) truncateSync(file, whole);
  const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
  return lines.map((text, index) => parseLine(text) ?? notAnswers(file, index + 1));
}

function parseLine(text: string): Answer | undefined {
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
