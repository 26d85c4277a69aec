import type { FuzzKind, FuzzOutcome, OpenFuzzKind } from './kind.js';

export interface FuzzEffort {
  readonly seed: number;
  /** Total time for all kinds; without it each runs its short run. */
  readonly seconds?: number;
  /** The seed of the only case to try. */
  readonly only?: number;
}

/** The results of one kind. */
export interface FuzzRow {
  readonly kind: FuzzKind;
  readonly cases: number;
  readonly answers: ReadonlyMap<string, number>;
  readonly slowest: { readonly ms: number; readonly seed: number };
  readonly deaths: number;
  readonly violations: readonly FuzzViolation[];
}

export interface FuzzViolation {
  /** Absent when only the whole run shows the violation. */
  readonly seed?: number;
  readonly faults: readonly string[];
  readonly shown: string;
}

/** Stops keeping violations above this number. */
const mostViolations = 20;

/** Tries cases of one kind until the time, or the short run, is used up. */
export async function tryKind(kind: FuzzKind, effort: FuzzEffort): Promise<FuzzRow> {
  const trials = await kind.open();
  const row = { answers: new Map<string, number>(), violations: [] as FuzzViolation[], slowest: { ms: 0, seed: 0 }, cases: 0 };
  const seeds = seedsOf(kind, effort);
  const worker = async (): Promise<void> => {
    for (const seed of seeds) {
      const started = performance.now();
      const outcome = await attempt(trials, seed);
      const ms = performance.now() - started;
      row.cases += 1;
      row.answers.set(outcome.answer, (row.answers.get(outcome.answer) ?? 0) + 1);
      if (ms > row.slowest.ms) row.slowest = { ms, seed };
      if (outcome.faults.length > 0 && row.violations.length < mostViolations)
        row.violations.push({ seed, faults: outcome.faults, shown: await trials.show(seed) });
    }
  };
  await Promise.all(Array.from({ length: kind.together }, worker));
  const deaths = trials.deaths();
  const whole = await trials.close();
  if (whole.length > 0) row.violations.push({ faults: whole, shown: '' });
  return { ...row, kind, deaths };
}

/** An error of the tool itself counts as a violation, so that nothing goes unnoticed. */
const attempt = (trials: OpenFuzzKind, seed: number): Promise<FuzzOutcome> =>
  trials.attempt(seed).catch((error: unknown) => ({ answer: 'none', faults: [`the trial failed: ${String(error)}`] }));

/** Seeds for all workers of a kind: a short run uses each number once, a long one continues until the time is up. */
function* seedsOf(kind: FuzzKind, { seed, seconds, only }: FuzzEffort): Generator<number> {
  if (only !== undefined) {
    yield only;
    return;
  }
  const until = performance.now() + (seconds ?? 0) * 1_000 * kind.share;
  for (let number = 0; seconds === undefined ? number < kind.short : performance.now() < until; number += 1) yield seedOf(seed, number);
}

/** Seeds of different runs do not overlap below a million cases. */
const seedOf = (seed: number, number: number): number => (seed * 1_000_003 + number) | 0;
