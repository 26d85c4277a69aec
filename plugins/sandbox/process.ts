import { readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

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

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Gives a parser a lower priority than the server: the server's one thread feeds every parser, so a delay there delays all of them.
 * Call it before the process starts threads, because they inherit the priority.
 */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch {
    // The process has already ended; its exit event reaches whoever waits for it.
  }
}
