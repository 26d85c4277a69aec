import { setTimeout } from 'node:timers/promises';

/** Begins something on a timetable, whatever becomes of what was begun before, and waits for all of it in the end. */
export async function repeat(everyMs: number, over: AbortSignal, act: () => readonly Promise<unknown>[]): Promise<void> {
  const began = performance.now();
  const all: Promise<unknown>[] = [];
  for (let turn = 1; !over.aborted; turn += 1) {
    all.push(...act());
    await setTimeout(Math.max(0, began + turn * everyMs - performance.now()), undefined, { signal: over }).catch(() => undefined);
  }
  await Promise.all(all);
}
