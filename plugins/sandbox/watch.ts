import { cpuWaitMs, residentMb } from './process.js';

export interface ProcessLimits {
  /** Time to read one file. The child's CPU wait does not count: a busy machine is not the file's fault. */
  readonly deadlineMs: number;
  readonly memoryMb: number;
}

/** Interval between checks of a busy child. At 25 ms, decompression bombs overshot their memory limit by at most 40 MB. */
const intervalMs = 25;

/** Calls `breached` once, when the process exceeds its deadline or its memory. Returns the function that ends the watch. */
export function watch(pid: number | undefined, limits: ProcessLimits, breached: (reason: 'time' | 'memory') => void): () => void {
  // The CPU wait of a process that has just ended cannot be read, so the last value counts.
  let waitMs = cpuWaitMs(pid) ?? 0;
  const endsMs = performance.now() - waitMs + limits.deadlineMs;
  const breach = (): 'time' | 'memory' | undefined => {
    if ((residentMb(pid) ?? 0) > limits.memoryMb) return 'memory';
    waitMs = cpuWaitMs(pid) ?? waitMs;
    return performance.now() - waitMs > endsMs ? 'time' : undefined;
  };
  const timer = setInterval(() => {
    const reason = breach();
    if (reason === undefined) return;
    clearInterval(timer);
    breached(reason);
  }, intervalMs);
  return () => clearInterval(timer);
}
