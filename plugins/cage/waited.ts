import { readFileSync } from 'node:fs';

/**
 * How long the first thread of a process has waited for a processor while it could have run, in ms; 0 where it cannot be told: the process is gone,
 * or the system is not Linux. A wait counts once it is over. Source: the run delay of `schedstat`, in ns (sched-stats.rst of the kernel).
 */
export function waitedMs(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
