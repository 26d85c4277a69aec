import { cpuWaitMs } from './cpu-wait.js';
import { residentMb } from './memory.js';

export interface Fence {
  /** How long a file may be read. What its child waits for a processor does not count: a busy machine is not the file's fault. */
  readonly deadlineMs: number;
  readonly memoryMb: number;
}

/** How often a busy child is looked at; at 25 ms bombs were seen to pass their limit of memory by at most 40 MB. */
const everyMs = 25;

/** Calls `breached` once, when the process runs past its deadline or its memory. Returns what ends the watch. */
export function watch(pid: number | undefined, fence: Fence, breached: (reason: 'time' | 'memory') => void): () => void {
  // Of a process that has just ended nothing more is told: then what was told last counts.
  let waited = cpuWaitMs(pid) ?? 0;
  const ends = performance.now() - waited + fence.deadlineMs;
  const reason = (): 'time' | 'memory' | undefined => {
    if ((residentMb(pid) ?? 0) > fence.memoryMb) return 'memory';
    waited = cpuWaitMs(pid) ?? waited;
    return performance.now() - waited > ends ? 'time' : undefined;
  };
  const looking = setInterval(() => {
    const found = reason();
    if (found === undefined) return;
    clearInterval(looking);
    breached(found);
  }, everyMs);
  return () => clearInterval(looking);
}
