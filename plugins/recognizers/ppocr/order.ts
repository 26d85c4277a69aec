import type { TextLine } from './text-line.js';

/** The direction in which most of the text runs: the middle one, when each weighs by its length; to the right where there is none. */
export function directionOf(strips: readonly TextLine[]): number {
  const half = strips.reduce((sum, { length }) => sum + length, 0) / 2;
  let passed = 0;
  for (const { angle, length } of strips.toSorted((a, b) => a.angle - b.angle)) {
    passed += length;
    if (passed >= half) return angle;
  }
  return 0;
}

/** Row by row, and in a row from its start to its end. */
export function inOrder<T extends { readonly strip: TextLine }>(lines: readonly T[], direction: number): readonly T[] {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const along = ({ strip: { x, y } }: T): number => x * cos + y * sin;
  const across = ({ strip: { x, y } }: T): number => y * cos - x * sin;
  const rows: [T, ...T[]][] = [];
  for (const line of lines.toSorted((a, b) => across(a) - across(b))) {
    const row = rows.at(-1);
    if (row && across(line) - across(row[0]) < Math.min(line.strip.thickness, row[0].strip.thickness) / 2) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => along(a) - along(b)));
}
