import type { Box } from '../../../core/index.js';

/** A rectangle of a picture, at any angle: a line of text runs along its length. */
export interface TextLine {
  /** The centre. */
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly thickness: number;
  /** Radians: at 0 the text runs to the right, at a quarter turn it runs down. */
  readonly angle: number;
}

/** The point of the picture at these distances along and across the line, both from the top of the text's beginning. */
export function pointOn({ x, y, length, thickness, angle }: TextLine, along: number, across: number): readonly [x: number, y: number] {
  const [u, v] = [along - length / 2, across - thickness / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x + u * cos - v * sin, y + u * sin + v * cos];
}

/** The upright box around a line. */
export function boxAround(line: TextLine): Box {
  const corners = [0, line.length].flatMap((along) => [0, line.thickness].map((across) => pointOn(line, along, across)));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The main direction of text in radians: the median angle, weighted by length. 0 where there is no text. */
export function directionOf(lines: readonly TextLine[]): number {
  const half = lines.reduce((sum, { length }) => sum + length, 0) / 2;
  let passed = 0;
  for (const { angle, length } of lines.toSorted((a, b) => a.angle - b.angle)) {
    passed += length;
    if (passed >= half) return angle;
  }
  return 0;
}

/** Reading order: row by row, and from start to end within a row. */
export function inOrder<T extends { readonly line: TextLine }>(items: readonly T[], direction: number): readonly T[] {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const along = ({ line: { x, y } }: T): number => x * cos + y * sin;
  const across = ({ line: { x, y } }: T): number => y * cos - x * sin;
  const rows: [T, ...T[]][] = [];
  for (const item of items.toSorted((a, b) => across(a) - across(b))) {
    const row = rows.at(-1);
    if (row && across(item) - across(row[0]) < Math.min(item.line.thickness, row[0].line.thickness) / 2) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => along(a) - along(b)));
}
