import { readProc } from './read-proc.js';

/**
 * How long the first thread of a process has waited for a processor while it could have run, in ms; undefined where it cannot be told: the process
 * is gone, or the system is not Linux. A wait counts once it is over. Source: the run delay of `schedstat`, in ns (sched-stats.rst of the kernel).
 */
export function cpuWaitMs(pid: number | undefined): number | undefined {
  const nanoseconds = /^\d+ (\d+) /.exec(readProc(pid, 'schedstat'))?.[1];
  return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e6;
}
