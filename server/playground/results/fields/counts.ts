import type { Result } from '../../api/result.js';
import { entriesOf, isDoubtful } from './entries.js';

/** '12 fields, 2 doubtful' */
export function countsOf(result: Result, threshold: number): string {
  const entries = entriesOf(result);
  const doubtful = entries.filter((entry) => isDoubtful(entry, threshold)).length;
  return `${plural(entries.length, 'field')}, ${doubtful === 0 ? 'none' : doubtful} doubtful`;
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
