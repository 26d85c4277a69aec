import { appendFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FileAnswer, failureOf } from './answer.js';
import { earlierAnswers } from './earlier-answers.js';
import { explainWriteError } from './explain-write-error.js';
import { printAnswer } from './print-answer.js';
import { lineWidth, type Terminal, takesColours } from './terminal.js';
import { printable } from './text.js';

/** `text` is for people, `json` is the exact body of one answer, `lines` has one JSON object for each file. */
export type AnswerFormat = 'text' | 'json' | 'lines';

export interface AnswerTarget {
  readonly format: AnswerFormat;
  /** The path of a file; the standard output when absent. */
  readonly output?: string;
  /** The documents to be answered. */
  readonly files: readonly string[];
}

export interface AnswerWriter {
  /** Answers of an earlier run that are kept. */
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
