/** Values that go wrong in the same ways. */
export interface ValueKind {
  /** `native` or `scanned`. */
  readonly document: string;
  /** `money`, `date` and so on. */
  readonly field: string;
  readonly reader: string;
}

/** A value of which a person has said whether it was right. */
export interface JudgedSample extends ValueKind {
  /** Whose documents: those of one seller are right and wrong together. */
  readonly seller: string;
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
  /** One-sided 95 %. */
  readonly bound: number;
}

/** How alike two values of one seller are where no mistake shows it: the correlation within a seller that is allowed for. */
const likeness = 0.02;

/** What of a value a bound is made of. */
type TalliedSample = Pick<JudgedSample, 'seller' | 'right' | 'chance'>;

/** What a bound is made of, value by value. */
export class BoundTally {
  #values = 0;
  #all = 0;
  #squares = 0;
  #wrong = 0;
  #sizes = 0;
  /** Sums over sellers of their masses squared: of all values, of the wrong ones, and of both together. */
  readonly #between = { all: 0, wrong: 0, both: 0 };
  readonly #sellers = new Map<string, { count: number; all: number; wrong: number }>();

  add({ seller, right, chance }: TalliedSample): void {
    const own = this.#sellers.get(seller) ?? { count: 0, all: 0, wrong: 0 };
    this.#sellers.set(seller, own);
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
  }

  bound(): ErrorBound {
    const [all, squares] = [this.#all, this.#squares];
    if (all === 0) return { values: 0, effective: 0, rate: 0, bound: 1 };
    const rate = this.#wrong / all;
    const between = this.#between.wrong - 2 * rate * this.#between.both + rate * rate * this.#between.all;
    const alone = rate * (1 - rate) * squares;
    const alike = 1 + likeness * (this.#sizes / this.#values - 1);
    const effective = all ** 2 / squares / Math.max(alike, alone > 0 ? between / alone : 1);
    const trials = Math.floor(effective + 1e-9);
    const errors = Math.min(trials, Math.ceil(rate * trials - 1e-9));
    return { values: this.#values, effective, rate, bound: trials === 0 ? 1 : upperBound(errors, trials) };
  }
}

/**
 * Each value stands for as many as were not drawn with it (Horvitz and Thompson); unequal weights tell less (Kish, Survey Sampling, 1965), and so do
 * values of few sellers, by the variance between sellers that is seen, and at least by a likeness that is taken for granted. The bound is that
 * of Clopper and Pearson at the number of values that is left.
 */
export function errorBound(samples: readonly TalliedSample[]): ErrorBound {
  const tally = new BoundTally();
  for (const sample of samples) tally.add(sample);
  return tally.bound();
}

/**
 * Values of one kind and of like scores stand for as many each: which of them were judged depends on nothing but kind, score and time. So those that
 * were judged when all were held tell as much as those that were drawn since.
 */
export function evened(samples: readonly JudgedSample[]): readonly JudgedSample[] {
  const name = ({ document, reader, field, score }: JudgedSample): string => `${document} ${reader} ${field} ${Math.floor(score * 50)}`;
  const alike = Map.groupBy(samples, name);
  const chances = new Map([...alike].map(([key, own]) => [key, own.length / own.reduce((sum, { chance }) => sum + 1 / chance, 0)]));
  return samples.map((sample) => ({ ...sample, chance: chances.get(name(sample)) ?? 1 }));
}

/**
 * The highest error rate, 0..1, that the counts leave possible: one-sided upper 95 % bound, 1 without trials. Source: Clopper and Pearson,
 * Biometrika 26 (1934): the rate at which so few errors happen in 5 % of cases.
 */
export function upperBound(errors: number, trials: number): number {
  if (errors >= trials) return 1;
  let [low, high] = [errors / trials, 1];
  for (let step = 0; step < 60; step++) {
    const rate = (low + high) / 2;
    if (atMost(errors, trials, rate) > 0.05) low = rate;
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
