/** Aligns cells in columns: the first to the left, the others to the right, each as wide as its widest cell. */
export function textTable(lines: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (column: number): number => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  return lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widthOf(0)) : cell.padStart(widthOf(column) + 3)))
      .join('')
      .trimEnd(),
  );
}

/** Null without a total; `percent` then prints a dash. */
export const ratio = (part: number, all: number): number | null => (all === 0 ? null : part / all);

export const percent = (rate: number | null, digits = 1): string => (rate === null ? '-' : `${(rate * 100).toFixed(digits)}%`);

export const share = (part: number, all: number, digits = 1): string => `${part} of ${all} = ${percent(ratio(part, all), digits)}`;

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The harmonic mean of precision and recall. */
export const f1 = ({ stated, found, right }: { readonly stated: number; readonly found: number; readonly right: number }): string =>
  ratio(2 * right, stated + found)?.toFixed(3) ?? '-';
