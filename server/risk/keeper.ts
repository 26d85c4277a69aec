import type { RiskPolicy } from '../../config/settings.js';
import { cachedFor } from '../state/cached-for.js';
import type { Judgment, RunStore } from '../state/run-store.js';
import { driftsIn, sinceDrift } from './drift.js';
import type { JudgedSample, ValueKind } from './error-bound.js';
import { type ChosenRisk, chooseRisk, neededBy } from './thresholds.js';

export interface RiskStanding {
  readonly promised: number;
  /** The upper bound of the share of silent errors, by what was judged; null while nothing is accepted. */
  readonly bound: number | null;
  readonly chosen: ChosenRisk;
  /** How many judged values are missing until something can be promised, about; 0 for none, null where no number would do. */
  readonly missing: number | null;
  readonly drifting: readonly string[];
}

/** Chooses thresholds by what people have decided. */
export interface RiskKeeper {
  /** As of now, or a moment ago. @throws StoreError */
  standing(): Promise<RiskStanding>;
  /** The score that a value needs by that; over 1 where it is held whatever its score. */
  needed(standing: RiskStanding, kind: ValueKind): number;
}

/** So many judged values count, the newest, so that what was long ago does not. */
const mostJudged = 20_000;
const freshMs = 15_000;

export function riskKeeper({ silent_errors: promised, hold_on_drift = false }: RiskPolicy, runs: Pick<RunStore, 'judgments'>): RiskKeeper {
  return {
    standing: cachedFor(freshMs, async () => standingOf(judgedIn(await runs.judgments(mostJudged)), promised)),
    needed: ({ chosen, drifting }, kind) => (hold_on_drift && drifting.includes(kind.reader) ? 2 : neededBy(chosen, kind)),
  };
}

/** What a reader that has got worse was before says nothing of what it is now. */
export function standingOf(judged: readonly JudgedSample[], promised: number): RiskStanding {
  const drifts = driftsIn(judged);
  const chosen = chooseRisk(sinceDrift(judged, drifts), promised);
  const bounds = [chosen.known, chosen.unknown].flatMap(({ level, bound }) => (level === null ? [] : [bound]));
  return {
    promised,
    bound: bounds.length === 0 ? null : Math.max(...bounds),
    chosen,
    missing: bounds.length > 0 ? 0 : chosen.known.missing,
    drifting: drifts.map(({ reader }) => reader),
  };
}

/** Of several verdicts on one value the last counts. */
function judgedIn(said: readonly Judgment[]): readonly JudgedSample[] {
  const judged = new Map<string, JudgedSample>();
  for (const { run, said: text } of said)
    for (const { place, ...placed } of JSON.parse(text) as readonly PlacedSample[]) {
      const sample = { ...placed, run };
      const name = `${run} ${place}`;
      judged.delete(name);
      judged.set(name, sample);
    }
  return [...judged.values()].slice(-mostJudged);
}

/** A judged value, and which of its run it is. */
export interface PlacedSample extends Omit<JudgedSample, 'run'> {
  readonly place: number;
}
