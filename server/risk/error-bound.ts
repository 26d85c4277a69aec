/** Values that go wrong in the same ways. */
export interface ValueKind {
  /** `native` or `scanned`. */
  readonly document: string;
  /** `money`, `date` and so on. */
  readonly field: string;
  readonly reader: string;
  /** What stands for the seller of its document. */
  readonly seller: string;
}

/** A value of which a person has said whether it was right. */
export interface JudgedSample extends ValueKind {
  /** 0..1, as it was first. */
  readonly score: number;
  readonly right: boolean;
  /** How likely it was to be judged: 1 where it was held, less where it was drawn from the accepted. */
  readonly chance: number;
  /** Its document, and how many values that has. */
  readonly run: string;
  readonly of: number;
}

/** The error rate among accepted values that the data leaves possible. */
export interface ErrorBound {
  readonly values: number;
  /** As many independent values as these tell as much as. */
  readonly effective: number;
  readonly rate: number;
  readonly bound: number;
}

/** How alike two values of one cluster are where no mistake shows it, and as how many clusters with mistakes that counts. */
const assumed = { likeness: 0.02, clusters: 4 };

/** What of a value a bound is made of. */
interface TalliedSample extends Pick<JudgedSample, 'right' | 'chance'> {
  /** What is right and wrong together: a document, or a seller. */
  readonly cluster: string;
}

/** What a bound is made of, value by value. */
export class BoundTally {
  #values = 0;
  #all = 0;
  #squares = 0;
  #wrong = 0;
  #sizes = 0;
  #mistaken = 0;
  /** Sums over clusters of their masses squared: of all values, of the wrong ones, and of both together. */
  readonly #between = { all: 0, wrong: 0, both: 0 };
  readonly #clusters = new Map<string, { count: number; all: number; wrong: number }>();

  add({ cluster, right, chance }: TalliedSample): void {
    const own = this.#clusters.get(cluster) ?? { count: 0, all: 0, wrong: 0 };
    this.#clusters.set(cluster, own);
    this.#take(own, -1);
    const weight = 1 / chance;
    const wrong = right ? 0 : weight;
    own.count += 1;
    own.all += weight;
    own.wrong += wrong;
    this.#take(own, 1);
    this.#values += 1;
    this.#all += weight;
    this.#squares += weight * weight;
    this.#wrong += wrong;
  }

  #take({ count, all, wrong }: { readonly count: number; readonly all: number; readonly wrong: number }, sign: 1 | -1): void {
    this.#sizes += sign * count * count;
    this.#between.all += sign * all * all;
    this.#between.wrong += sign * wrong * wrong;
    this.#between.both += sign * all * wrong;
    if (wrong > 0) this.#mistaken += sign;
  }

  /** One-sided, at 95 % where no other risk of being wrong is given. */
  bound(risk = 0.05): ErrorBound {
    const [all, squares] = [this.#all, this.#squares];
    if (all === 0) return { values: 0, effective: 0, rate: 0, bound: 1 };
    const rate = this.#wrong / all;
    const effective = all ** 2 / squares / this.#designEffect(rate);
    const trials = Math.floor(effective + 1e-9);
    const errors = Math.min(trials, Math.ceil(rate * trials - 1e-9));
    return { values: this.#values, effective, rate, bound: trials === 0 ? 1 : upperBound(errors, trials, risk) };
  }

  /** How many times as many values of clusters tell no more than independent ones: what is seen, and the less of that there is the more what is assumed. */
  #designEffect(rate: number): number {
    const between = this.#between.wrong - 2 * rate * this.#between.both + rate * rate * this.#between.all;
    const alone = rate * (1 - rate) * this.#squares;
    const seen = alone > 0 ? Math.max(1, between / alone) : 1;
    const expected = Math.max(seen, 1 + assumed.likeness * (this.#sizes / this.#values - 1));
    return (assumed.clusters * expected + this.#mistaken * seen) / (assumed.clusters + this.#mistaken);
  }
}

/**
 * Each value stands for as many as were not drawn with it (Horvitz and Thompson); unequal weights tell less (Kish, Survey Sampling, 1965), and so do
 * values that are right and wrong together, by the variance between clusters. The bound is that of Clopper and Pearson at the number of values
 * that is left (Korn and Graubard, Survey Methodology 24, 1998).
 */
export function errorBound(samples: readonly TalliedSample[]): ErrorBound {
  const tally = new BoundTally();
  for (const sample of samples) tally.add(sample);
  return tally.bound();
}

/**
 * The highest error rate, 0..1, that the counts leave possible: one-sided upper bound, of 95 % where no other risk is given, 1 without trials. Source: Clopper
 * and Pearson, Biometrika 26 (1934): the rate at which so few errors happen in 5 % of cases.
 */
export function upperBound(errors: number, trials: number, risk = 0.05): number {
  if (errors >= trials) return 1;
  let [low, high] = [errors / trials, 1];
  for (let step = 0; step < 60; step++) {
    const rate = (low + high) / 2;
    if (atMost(errors, trials, rate) > risk) low = rate;
    else high = rate;
  }
  return high;
}

/** The probability of at most `errors` errors. Each term follows from the one before, in logarithms against underflow. */
function atMost(errors: number, trials: number, rate: number): number {
  let term = trials * Math.log1p(-rate);
  let sum = Math.exp(term);
  for (let k = 1; k <= errors; k++) {
    term += Math.log((trials - k + 1) / k) + Math.log(rate) - Math.log1p(-rate);
    sum += Math.exp(term);
  }
  return sum;
}
