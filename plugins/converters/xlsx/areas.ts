import { columnOf, type StoredCell } from './cells.js';

/** Cells between two corners, which are of it. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** 'B2:D4', whichever two of its corners are named, or 'B2'; none for what is no area. */
export function areaOf(reference: string): readonly Area[] {
  const corners = reference.match(/^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/);
  if (!corners) return [];
  const columns = [corners[1], corners[3] ?? corners[1]].map((letters) => columnOf(letters) ?? 0);
  const rows = [corners[2], corners[4] ?? corners[2]].map(Number);
  return [{ top: Math.min(...rows), left: Math.min(...columns), bottom: Math.max(...rows), right: Math.max(...columns) }];
}

export const isWithin = ({ top, left, bottom, right }: Area, { row, column }: Pick<StoredCell, 'row' | 'column'>): boolean =>
  column >= left && column <= right && row >= top && row <= bottom;
