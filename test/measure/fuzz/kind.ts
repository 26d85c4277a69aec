import fc from 'fast-check';

/** The result of one case. */
export interface FuzzOutcome {
  /** The category of the answer: 'read', '400', 'LLM_ERROR'. */
  readonly answer: string;
  /** How it breaks the contract; empty when it does not. */
  readonly faults: readonly string[];
}

/** One kind of hostile input, opened for a run. A case depends only on its seed, so that it can be repeated. */
export interface OpenFuzzKind {
  attempt(seed: number): Promise<FuzzOutcome>;
  /** The case as text, to inspect it. */
  show(seed: number): string | Promise<string>;
  /** How often the tested process ended unexpectedly. */
  deaths(): number;
  /** Closes it and returns violations that only the whole run can show. */
  close(): Promise<readonly string[]>;
}

export interface FuzzKind {
  readonly name: string;
  /** Share of the time of a run. */
  readonly share: number;
  /** Number of cases in a full run. */
  readonly aim: number;
  /** Number of cases in the short run of the tests. */
  readonly short: number;
  /** Number of concurrent cases. */
  readonly together: number;
  open(): Promise<OpenFuzzKind>;
}

/** The value that belongs to a seed. */
export const drawn = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  return value as T;
};

/** A value once in so many times, else null. */
export const seldom = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
