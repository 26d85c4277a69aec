import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may keep the event loop to itself, in ms; callers and deadlines wait meanwhile. */
const longestWorkMs = 50;

/** Awaited between the steps of long work. @throws the signal's reason once it has fired. */
export type YieldToEventLoop = () => Promise<void>;

/**
 * Creates the function that long work awaits between its steps: it yields after 50 ms of work, and does nothing before that.
 * @param signal ends the work as soon as it has fired; without one the work runs to its end
 */
export function eventLoopYielder(signal?: AbortSignal): YieldToEventLoop {
  let workSince = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - workSince < longestWorkMs) return;
    await waitForIdleLoop();
    signal?.throwIfAborted();
    workSince = performance.now();
  };
}

/** Limits the wait under constant traffic. It counts rounds, because on a busy machine one round can take any time. */
const maxRounds = 256;
let lastWait: Promise<void> = Promise.resolve();

/**
 * Resolves for one caller after the other, each once the loop has served everything that arrived in the meantime. Node accepts one new
 * connection a round: work that fills every round leaves callers in the kernel's queue, where they cannot even be refused.
 */
export function waitForIdleLoop(): Promise<void> {
  lastWait = lastWait.then(roundWithoutArrivals);
  return lastWait;
}

/** The first immediate only ends the round that is running. */
async function roundWithoutArrivals(): Promise<void> {
  await setImmediate();
  for (let round = 0, seen = Number.NaN; round < maxRounds && seen !== arrivals(); round += 1) {
    seen = arrivals();
    await setImmediate();
  }
}

const arrivals = (): number => performance.nodeTiming.uvMetricsInfo.events;
