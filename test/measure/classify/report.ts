import type { SchemaCandidate } from '../../../core/index.js';

/** What a document was taken for, and what it is. */
export interface Classified {
  readonly id: string;
  readonly type: string;
  readonly isNative: boolean;
  /** Undefined where nobody could tell. */
  readonly found: string | undefined;
  readonly candidates: readonly SchemaCandidate[];
}

type Verdict = 'right' | 'unknown' | 'wrong';

const verdictOn = ({ found, type }: Classified): Verdict => (found === undefined ? 'unknown' : found === type ? 'right' : 'wrong');

/** What was measured, as text. */
export function classifiedReport(all: readonly Classified[], list: boolean): string {
  const lines = all
    .filter((one) => verdictOn(one) !== 'right')
    .map(
      (one) =>
        `${verdictOn(one)}: ${one.id} (${one.type}): ${one.candidates
          .slice(0, 2)
          .map(({ name, score, signs }) => `${name} ${score.toFixed(2)} [${signs.slice(0, 3).join('; ')}]`)
          .join(' ')}\n`,
    );
  const groups = [...Map.groupBy(all, ({ type, isNative }) => `${type}, ${isNative ? 'native' : 'scans'}`)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return [...(list ? lines : []), ...groups.map(([name, own]) => lineOf(name, own)), lineOf('all', all)].join('');
}

function lineOf(name: string, own: readonly Classified[]): string {
  const count = (verdict: Verdict): number => own.filter((one) => verdictOn(one) === verdict).length;
  const [right, unknown, wrong] = [count('right'), count('unknown'), count('wrong')];
  return `${name}: ${own.length} documents, right ${right} (${((100 * right) / Math.max(1, own.length)).toFixed(1)} %), unknown ${unknown}, wrong ${wrong}\n`;
}
