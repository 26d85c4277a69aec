import { readFileSync, writeFileSync } from 'node:fs';

/** The resident memory of a process in MB (2^20 bytes); undefined where the process has ended or the system has no `/proc`. */
export function residentMb(pid: number | undefined): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/**
 * How long the first thread of a process has been runnable without a processor, in ms; a wait counts once it is over.
 * Undefined where the process has ended or the system is not Linux. Source: run delay of `schedstat`, in ns (sched-stats.rst of the kernel).
 */
export function cpuWaitMs(pid: number | undefined): number | undefined {
  const nanoseconds = /^\d+ (\d+) /.exec(readProc(pid, 'schedstat'))?.[1];
  return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e6;
}

/** Reads a file of `/proc` about a process; '' where the process has ended or the system is not Linux. */
export function readProc(pid: number | undefined, file: 'status' | 'schedstat' | 'stat' | 'smaps_rollup'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/**
 * The process that a command has become: the last of its line of only children, as `unshare` and `sh` start it. The process itself where it
 * has no children or the system is not Linux.
 */
export function lastDescendant(pid: number | undefined): number | undefined {
  const [child, ...others] = childrenOf(pid);
  return child === undefined || others.length > 0 ? pid : lastDescendant(child);
}

function childrenOf(pid: number | undefined): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/**
 * Steps of `nice` by which a parser stands behind its server: enough that the one thread that supplies them all gets a processor first, and so few
 * that a page is read in time beside busy processes of others. With ten, a parser beside six of them on two cores had 3 % of one.
 */
export const niceness = 3;

/** A process that leads a session has a share of the processors for itself, in which its niceness counts for nothing; it is made as low. */
export function lowerGroupPriority(pid: number | undefined, tries = 10): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch (error) {
    // The kernel takes one such change in 100 ms from users other than root. Other errors: the process has ended, or there are no groups.
    const mayPass = error instanceof Error && 'code' in error && error.code === 'EAGAIN' && tries > 1;
    if (mayPass) setTimeout(() => lowerGroupPriority(pid, tries - 1), 110).unref();
  }
}

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
