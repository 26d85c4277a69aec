/** One figure of the report. */
export interface BenchFigure {
  readonly name: string;
  /** As printed, with its unit and the spread over several rounds. */
  readonly measured: string;
  /** The target; absent where a figure is only reported. */
  readonly aim?: { readonly text: string; readonly met: boolean };
}

/** A curve of the growth plot: time by pages or rows. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [size: number, ms: number])[];
}

export interface Measured {
  readonly figures: readonly BenchFigure[];
  readonly curves?: readonly Curve[];
}

/** How long to measure. Rounds alternate with those of the reference, so that both see the same machine. */
export interface BenchEffort {
  readonly rounds: number;
  readonly seconds: number;
}

/** A row of the table; everything it compares is measured side by side in one run. */
export interface BenchRow {
  readonly name: string;
  measure(effort: BenchEffort): Promise<Measured>;
}

export const milliseconds = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;

/** The aim that a figure is at most `bound`, which may be a ratio or an absolute value. */
export const atMost = (value: number, bound: number, text: string): NonNullable<BenchFigure['aim']> => ({ text, met: value <= bound });
export const atLeast = (value: number, bound: number, text: string): NonNullable<BenchFigure['aim']> => ({ text, met: value >= bound });
