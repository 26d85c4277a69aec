import { appendFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { earlierAnswers } from '../input/earlier-answers.js';
import { type FileAnswer, failureOf } from './answer.js';
import { printAnswer } from './print-answer.js';
import { coloured, lineWidth, type Terminal } from './terminal.js';
import { printable } from './text.js';
import { writing } from './writing.js';

/** `text` for a person, `json` for the exact body of one answer, `lines` for one JSON object a file. */
export type Format = 'text' | 'json' | 'lines';

export interface Target {
  readonly format: Format;
  /** A file; the standard output when absent. */
  readonly output?: string;
  /** The documents that shall be answered. */
  readonly files: readonly string[];
}

export interface AnswerWriter {
  /** Answers of an earlier run that stand. */
  readonly earlier: readonly FileAnswer[];
  write(answer: FileAnswer): void;
}

/** @throws ConfigError when the file cannot be written, or shall be continued and holds something else than answers. */
export function openWriter(target: Target, terminal: Terminal): AnswerWriter {
  const { format, output } = target;
  const look = { colours: output === undefined && coloured(terminal.stdout, terminal.env), width: lineWidth(terminal.stdout) };
  const earlier = output === undefined ? [] : openFile(output, target, terminal.cwd);
  const put = (text: string): unknown => {
    if (output === undefined) return terminal.stdout.write(text);
    return writing(output, () => appendFileSync(resolve(terminal.cwd, output), text));
  };
  return {
    earlier,
    write(answer) {
      const failure = failureOf(answer);
      const unseen = output !== undefined || (format !== 'lines' && answer.kind === 'refused');
      if (failure !== undefined && unseen) terminal.stderr.write(`vouch: ${printable(answer.file)}: ${printable(failure)}\n`);
      if (format === 'lines') put(`${JSON.stringify(line(answer))}\n`);
      else if (answer.kind === 'answered')
        put(format === 'json' ? `${JSON.stringify(answer.body, null, 2)}\n` : `${printAnswer(answer.file, answer.body, look)}\n`);
    },
  };
}

/** Makes sure that the file can be written, before any document is read. Lines are continued, all else is begun anew. */
function openFile(output: string, { format, files }: Target, cwd: string): readonly FileAnswer[] {
  const file = resolve(cwd, output);
  return writing(output, () => {
    if (format === 'lines') appendFileSync(file, '');
    else writeFileSync(file, '');
    return format === 'lines' ? earlierAnswers(file, files) : [];
  });
}

const line = (answer: FileAnswer): object =>
  answer.kind === 'refused' ? { file: answer.file, detail: answer.detail } : { file: answer.file, ...answer.body };
