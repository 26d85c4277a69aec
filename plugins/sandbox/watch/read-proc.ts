import { readFileSync } from 'node:fs';

/** What the system tells of a process, a file of `/proc`; '' where it cannot be told: the process is gone, or the system is not Linux. */
export function readProc(pid: number | undefined, file: 'status' | 'schedstat' | 'stat' | 'smaps_rollup'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
