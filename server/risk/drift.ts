import type { JudgedSample } from './error-bound.js';

/**
 * The readers that are wrong more often than before, document by document as they were judged: a cumulative sum (Page, Biometrika 41, 1954) of the
 * mistakes in documents that a person has looked at, against those that are usual for as many values. It counts towards twice as many; what is usual is learned only while
 * nothing speaks for a change.
 */
export function driftingReaders(samples: readonly JudgedSample[]): readonly string[] {
  return [...Map.groupBy(samples, ({ reader }) => reader)].filter(([, own]) => isDrifting(own)).map(([reader]) => reader);
}

/**
 * From so many documents on, and at so many times as likely as by chance, in natural logarithms. Only the newest values are known, so that what is usual
 * is learned anew from whichever documents are then the oldest: of a hundred it is too often too little (npm run risk says how often that alarms).
 */
const alarm = { from: 300, at: 50 };

function isDrifting(samples: readonly JudgedSample[]): boolean {
  let [drift, wrong, values, seen] = [0, 1, 1, 0];
  let waiting = { wrong: 0, values: 0 };
  for (const own of Map.groupBy(samples, ({ run }) => run).values()) {
    const mistakes = own.filter(({ right }) => !right).length;
    waiting = { wrong: waiting.wrong + mistakes, values: waiting.values + (own[0]?.of ?? own.length) };
    seen += 1;
    if (seen > alarm.from) drift = Math.max(0, drift + mistakes * Math.LN2 - (own[0]?.of ?? own.length) * (wrong / values));
    if (drift > alarm.at) return true;
    if (drift > 0) continue;
    [wrong, values] = [wrong + waiting.wrong, values + waiting.values];
    waiting = { wrong: 0, values: 0 };
  }
  return false;
}
