/** Lines of cells under each other: the first column to the left, the others to the right, each as wide as its widest cell. */
export function textTable(lines: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (column: number): number => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  return lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widthOf(0)) : cell.padStart(widthOf(column) + 3)))
      .join('')
      .trimEnd(),
  );
}
