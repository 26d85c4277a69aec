import { stripVTControlCharacters, styleText } from 'node:util';

/** Functions that make a text stand out. */
export type TextStyles = Readonly<Record<'strong' | 'faint' | 'good' | 'warn' | 'bad', (text: string) => string>>;

export function textStyles(colours: boolean): TextStyles {
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    colours && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  return { strong: style('bold'), faint: style('dim'), good: style('green'), warn: style('yellow'), bad: style('red') };
}

/** Puts a text on one line and replaces the characters that could control the terminal. */
export const printable = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');

/** A number of tokens for a person; unknown where a provider does not count them. */
export const tokenCount = (tokens: number | null): string => tokens?.toLocaleString('en') ?? 'unknown';

/** Shortens a text to at most `length` characters on one line; an ellipsis stands for the rest. */
export function shorten(text: string, length: number): string {
  const characters = [...printable(text)];
  return characters.length <= length ? characters.join('') : `${characters.slice(0, Math.max(1, length - 1)).join('')}…`;
}

/** Formats rows of cells as lines with aligned columns. */
export function columns(rows: readonly (readonly string[])[], indent: number): readonly string[] {
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

const width = (cell: string): number => [...stripVTControlCharacters(cell)].length;
