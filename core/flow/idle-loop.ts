import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** So that callers who never stop coming do not keep the work from being done. Not a time: on a busy machine that would be no rounds at all. */
const mostRounds = 256;
let last: Promise<void> = Promise.resolve();

/**
 * Resolves for one caller after the other, each time once all that has arrived at this process meanwhile has been looked at. Node takes one new
 * connection a round of its event loop: work that fills one round after the other leaves callers in the line of the kernel, where nobody can
 * even tell them to come back.
 */
export function waitForIdleLoop(): Promise<void> {
  last = last.then(quiet);
  return last;
}

/** Waits for a round in which nothing arrived; the first immediate only ends the round that is. */
async function quiet(): Promise<void> {
  await setImmediate();
  for (let round = 0, seen = Number.NaN; round < mostRounds && seen !== arrivals(); round += 1) {
    seen = arrivals();
    await setImmediate();
  }
}

const arrivals = (): number => performance.nodeTiming.uvMetricsInfo.events;
