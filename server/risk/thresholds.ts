import { BoundTally, type ErrorBound, errorBound, evened, type JudgedSample, upperBound, type ValueKind } from './error-bound.js';

/** From which score on values of some kinds are accepted. */
export interface ChosenThreshold extends ErrorBound {
  readonly document: string;
  readonly reader: string;
  readonly fields: readonly string[];
  /** Null where none can be promised yet: all are held. */
  readonly threshold: number | null;
  /** How many judged values are missing for that, about; 0 where none are, null where no number would do, for too many are wrong. */
  readonly missing: number | null;
}

/** Scores have two decimals. No threshold is under 0.5: what is more likely wrong than right is nobody's to accept. */
const levels = Array.from({ length: 51 }, (_, at) => (100 - at) / 100);

/**
 * The lowest threshold of each kind of value by which the bound of what it accepts stays under a rate. From the strictest on, thresholds are tried
 * one after the other until one fails, which needs no allowance for their number (fixed-sequence testing: Angelopoulos et al., Learn then
 * Test, 2021); which of them have enough values to be tried at all depends on no outcome. A kind that cannot be promised alone is taken together with others of its reader.
 */
export function chooseThresholds(judged: readonly JudgedSample[], most: number): readonly ChosenThreshold[] {
  return [...Map.groupBy(evened(judged), ({ document, reader }) => `${document} ${reader}`).values()].flatMap((group) => {
    const byField = [...Map.groupBy(group, ({ field }) => field)].map(([field, own]) => ({
      field,
      own,
      chosen: strictestFirst(own, most),
    }));
    const alone = byField.filter(({ chosen }) => chosen.threshold !== null);
    const rest = byField.filter(({ chosen }) => chosen.threshold === null);
    const { document, reader } = group[0] ?? { document: '', reader: '' };
    const fields = rest.map(({ field }) => field);
    const own = rest.flatMap((one) => one.own);
    const together = rest.length === 0 ? [] : [{ fields, ...strictestFirst(own, most) }];
    return [...alone.map(({ field, chosen }) => ({ fields: [field], ...chosen })), ...together].map((chosen) => ({
      document,
      reader,
      ...chosen,
    }));
  });
}

type ChosenLevel = ErrorBound & Pick<ChosenThreshold, 'threshold' | 'missing'>;

function strictestFirst(samples: readonly JudgedSample[], most: number): ChosenLevel {
  const surest = samples.toSorted((a, b) => b.score - a.score);
  const tally = new BoundTally();
  const fewest = fewestFor(0, most);
  let [at, chosen, nearest] = [0, undefined as ChosenLevel | undefined, errorBound([])];
  for (const threshold of levels) {
    for (let next = surest[at]; next && next.score >= threshold; next = surest[at]) {
      tally.add(next);
      at += 1;
    }
    const found = tally.bound();
    if (found.bound < nearest.bound) nearest = found;
    if (found.effective < fewest) continue;
    if (found.bound > most) break;
    chosen = { ...found, threshold, missing: 0 };
  }
  return chosen ?? { ...nearest, threshold: null, missing: missingFor(nearest, most) };
}

function missingFor({ values, effective, rate }: ErrorBound, most: number): number | null {
  const wanted = fewestFor(rate, most);
  if (wanted === Number.POSITIVE_INFINITY) return null;
  return Math.max(1, Math.ceil((wanted - effective) * (effective > 0 ? values / effective : 1)));
}

/** So many independent values, of which this share is wrong, are needed for a bound under a rate; infinite where none would do. */
function fewestFor(rate: number, most: number): number {
  if (rate >= most * 0.9) return Number.POSITIVE_INFINITY;
  let count = Math.ceil(Math.log(0.05) / Math.log1p(-most));
  while (upperBound(Math.ceil(rate * count - 1e-9), count) > most) count = Math.ceil(count * 1.05);
  return count;
}

/** What is accepted by chosen thresholds, among judged values. */
export const acceptedBy = (chosen: readonly ChosenThreshold[], samples: readonly JudgedSample[]): readonly JudgedSample[] =>
  samples.filter((sample) => sample.score >= neededBy(chosen, sample));

/** The score that a value needs; one over 1, which none has, where nothing is promised of its kind. */
export function neededBy(chosen: readonly ChosenThreshold[], { document, field, reader }: ValueKind): number {
  const own = chosen.filter((one) => one.document === document && one.reader === reader);
  return own.find(({ fields }) => fields.includes(field))?.threshold ?? 2;
}
