import { type WriteFileOptions, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { stripVTControlCharacters, styleText } from 'node:util';
import { ConfigError } from '../../core/index.js';
import { printable } from '../report/html.js';

/** A stream that a command writes to. Only terminals get colours and a progress line. */
export interface TerminalOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Everything that a command gets from its process. Data goes to `stdout`, messages go to `stderr`. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** Sets the exit code of the process, which is 0 until then. */
  exit(code: number): void;
}

/** The length of a line in characters. Some terminals report 0 columns, and a stream that is no terminal reports none. */
export const lineWidth = (output: TerminalOutput): number => Math.max(60, output.columns || 120);

/** Whether an output takes colours. Source: no-color.org. */
export const takesColours = (output: TerminalOutput, env: Terminal['env']): boolean =>
  output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';

/** Functions that make a text stand out. */
export type TextStyles = Readonly<Record<'strong' | 'faint' | 'good' | 'warn' | 'bad', (text: string) => string>>;

export function textStyles(colours: boolean): TextStyles {
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    colours && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  return { strong: style('bold'), faint: style('dim'), good: style('green'), warn: style('yellow'), bad: style('red') };
}

/** A number of tokens for a person; unknown where a provider does not count them. */
export const tokenCount = (tokens: number | null): string => tokens?.toLocaleString('en') ?? 'unknown';

/** Shortens a text to at most `length` characters on one line; an ellipsis stands for the rest. */
export function shorten(text: string, length: number): string {
  const characters = [...printable(text)];
  return characters.length <= length ? characters.join('') : `${characters.slice(0, Math.max(1, length - 1)).join('')}…`;
}

/** Formats rows of cells as lines with aligned columns. */
export function columns(rows: readonly (readonly string[])[], indent = 0): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, width(cell));
  return rows.map(
    (row) =>
      ' '.repeat(indent) +
      row
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
  );
}

/** Blocks of lines with an empty line between them; one without lines is left out. */
export const paragraphs = (blocks: readonly (readonly string[])[]): string =>
  blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');

const width = (cell: string): number => [...stripVTControlCharacters(cell)].length;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'it is there already, and would be lost',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** Runs work that writes to the output file. @throws ConfigError that says why the file cannot be written. */
export function explainWriteError<T>(output: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause;
    const code = String(cause.code);
    throw new ConfigError(`${output} cannot be written: ${reasons[code] ?? code}.`, [], { cause });
  }
}

/** Writes the whole file. @throws ConfigError that says why it cannot be written. */
export const writeOutput = (file: string, content: string | Uint8Array, cwd: string, options: WriteFileOptions = {}): void =>
  explainWriteError(file, () => writeFileSync(resolve(cwd, file), content, options));

/** Whether somebody can be asked. */
export const isInteractive = ({ stdin }: Terminal): boolean => 'isTTY' in stdin && stdin.isTTY === true;

/** Runs work that asks questions at the terminal; undefined where the input ends before it is done. */
export async function atTerminal<T>(
  { stdin, stderr }: Terminal,
  work: (question: (text: string) => Promise<string>) => Promise<T>,
): Promise<T | undefined> {
  const output = new Writable({ write: (chunk, _, done) => done(void stderr.write(String(chunk))) });
  const prompt = createInterface({ input: stdin, output });
  const closed = new AbortController();
  prompt.once('close', () => closed.abort());
  try {
    return await work(async (text) => (await prompt.question(text, { signal: closed.signal })).trim());
  } catch (cause) {
    if (closed.signal.aborted) return undefined;
    throw cause;
  } finally {
    prompt.close();
  }
}

export function print({ stdout }: Terminal, json: boolean | undefined, value: unknown, lines: () => readonly string[]): void {
  for (const line of json ? [JSON.stringify(value, null, 2)] : lines()) stdout.write(`${line}\n`);
}
