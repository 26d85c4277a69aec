import { setTimeout } from 'node:timers/promises';

/** Starts `act` at fixed intervals, whether or not earlier calls have ended, and finally waits for all of them. */
export async function repeat(everyMs: number, over: AbortSignal, act: () => readonly Promise<unknown>[]): Promise<void> {
  const began = performance.now();
  const all: Promise<unknown>[] = [];
  for (let round = 1; !over.aborted; round += 1) {
    all.push(...act());
    await setTimeout(Math.max(0, began + round * everyMs - performance.now()), undefined, { signal: over }).catch(() => undefined);
  }
  await Promise.all(all);
}
