import type { JudgedSample } from './error-bound.js';

/**
 * The readers that are wrong more often than before, document by document as they were judged: a cumulative sum (Page, Biometrika 41, 1954) of the
 * mistakes in documents that a person has looked at, against those that are usual for as many values. It counts towards twice as many; what is usual is learned only while
 * nothing speaks for a change.
 */
export function driftsIn(samples: readonly JudgedSample[]): readonly Drift[] {
  return [...Map.groupBy(samples, ({ reader }) => reader)].flatMap(([reader, own]) => {
    const before = beforeDrift(own);
    return before ? [{ reader, before }] : [];
  });
}

export interface Drift {
  readonly reader: string;
  /** The runs before the one from which on more was wrong: what they say is no longer so. */
  readonly before: ReadonlySet<string>;
}

/** What says something of readers as they are now. */
export const sinceDrift = (samples: readonly JudgedSample[], drifts: readonly Drift[]): readonly JudgedSample[] =>
  samples.filter(({ reader, run }) => !drifts.some((drift) => drift.reader === reader && drift.before.has(run)));

/**
 * From so many documents on, and at so many times as likely as by chance, in natural logarithms. Only the newest values are known, so that what is usual
 * is learned anew from whichever documents are then the oldest: of a hundred it is too often too little (npm run risk says how often that alarms).
 */
const alarm = { from: 300, at: 50 };

function beforeDrift(samples: readonly JudgedSample[]): ReadonlySet<string> | undefined {
  let [drift, wrong, values, seen] = [0, 1, 1, 0];
  let waiting = { wrong: 0, values: 0 };
  const runs = Map.groupBy(samples, ({ run }) => run);
  let usual = 0;
  for (const own of runs.values()) {
    const mistakes = own.filter(({ right }) => !right).length;
    const exposed = exposureOf(own);
    waiting = { wrong: waiting.wrong + mistakes, values: waiting.values + exposed };
    seen += 1;
    if (seen > alarm.from) drift = Math.max(0, drift + mistakes * Math.LN2 - exposed * (wrong / values));
    if (drift > alarm.at) return new Set([...runs.keys()].slice(0, usual));
    if (drift > 0) continue;
    usual = seen;
    [wrong, values] = [wrong + waiting.wrong, values + waiting.values];
    waiting = { wrong: 0, values: 0 };
  }
  return undefined;
}

/** How many values a document stands for: its own where some were held, and those of all in which nothing is where it was only drawn. */
const exposureOf = (document: readonly JudgedSample[]): number =>
  document.some(({ chance }) => chance === 1) ? (document[0]?.of ?? 0) : document.reduce((sum, { chance }) => sum + 1 / chance, 0);
