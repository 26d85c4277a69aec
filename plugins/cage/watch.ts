import { residentMb } from './memory.js';

export interface Fence {
  readonly deadlineMs: number;
  readonly memoryMb: number;
}

/** How often a busy child's memory is read; at 25 ms bombs were seen to pass their limit by at most 40 MB. */
const everyMs = 25;

/** Calls `breached` once, when the process runs past its deadline or its memory. Returns what ends the watch. */
export function watch(pid: number | undefined, fence: Fence, breached: (reason: 'time' | 'memory') => void): () => void {
  const breach = (reason: 'time' | 'memory'): void => {
    stop();
    breached(reason);
  };
  const deadline = setTimeout(() => breach('time'), fence.deadlineMs);
  const memory = setInterval(() => {
    if ((residentMb(pid) ?? 0) > fence.memoryMb) breach('memory');
  }, everyMs);
  const stop = (): void => {
    clearTimeout(deadline);
    clearInterval(memory);
  };
  return stop;
}
