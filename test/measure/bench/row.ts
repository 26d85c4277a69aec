/** One figure of the report. */
export interface BenchFigure {
  readonly name: string;
  /** As printed, with its unit and, where several rounds were measured, their spread. */
  readonly measured: string;
  /** What was asked for; absent where a figure is only reported. */
  readonly aim?: { readonly text: string; readonly met: boolean };
}

/** A curve for the plot of growth: what one more page or row costs. */
export interface Curve {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly (readonly [size: number, ms: number])[];
}

export interface Measured {
  readonly figures: readonly BenchFigure[];
  readonly curves?: readonly Curve[];
}

/** How long to measure: rounds are interleaved with what they are compared with, so that both see the same machine. */
export interface BenchEffort {
  readonly rounds: number;
  readonly seconds: number;
}

/** A row of the table in the issue: everything it compares is measured side by side in one run. */
export interface BenchRow {
  readonly name: string;
  measure(effort: BenchEffort): Promise<Measured>;
}

export const milliseconds = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;

/** At most so many times another, or an absolute bound: `1.4 × (at most 5 ×)`. */
export const atMost = (value: number, bound: number, text: string): NonNullable<BenchFigure['aim']> => ({ text, met: value <= bound });
export const atLeast = (value: number, bound: number, text: string): NonNullable<BenchFigure['aim']> => ({ text, met: value >= bound });
