import type { Cell } from '../../../../core/index.js';
import { tokensOf } from '../../tokens/count.js';
import { encode } from '../../tokens/encode.js';
import { count } from './text-table.js';

/** Recorded readings were billed by nobody. This counts what their answers take as models are asked to answer now; what was sent is not known. */
export function recordedTokens(readings: readonly (readonly Cell[])[]): string {
  const counts = readings.map((cells) => tokensOf(encode(cells))).toSorted((a, b) => a - b);
  const all = counts.reduce((sum, tokens) => sum + tokens, 0);
  const at = (share: number): number => counts[Math.ceil(counts.length * share) - 1] ?? 0;
  const mean = counts.length === 0 ? 0 : Math.round(all / counts.length);
  return `output tokens of ${count(counts.length, 'recorded reading')}, counted here (o200k): mean ${mean}, median ${at(0.5)}, p90 ${at(0.9)}, all ${all}\n`;
}
