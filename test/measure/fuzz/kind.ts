import fc from 'fast-check';

/** What came of one case. */
export interface FuzzOutcome {
  /** How it was answered: 'read', '400', 'LLM_ERROR'. */
  readonly answer: string;
  /** What breaks the contract; none where all is well. */
  readonly faults: readonly string[];
}

/** One kind of hostile input, opened for a run. A case is made from its seed alone, so that any of them can be tried again. */
export interface OpenFuzzKind {
  attempt(seed: number): Promise<FuzzOutcome>;
  /** The case as text, for whoever wants to look at it. */
  show(seed: number): string | Promise<string>;
  /** How often the process under trial ended without being told to. */
  deaths(): number;
  /** Ends what was opened. What only the whole run can show is said here. */
  close(): Promise<readonly string[]>;
}

export interface FuzzKind {
  readonly name: string;
  /** Of the time of a run. */
  readonly share: number;
  /** Cases of a full run. */
  readonly aim: number;
  /** Cases of the short run that is part of the tests. */
  readonly short: number;
  /** How many cases are tried at once. */
  readonly together: number;
  open(): Promise<OpenFuzzKind>;
}

/** The one value that a seed stands for. */
export const drawn = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  return value as T;
};

/** Null, but once in so many times. */
export const seldom = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
