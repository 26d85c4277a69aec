import { readProc } from './read-proc.js';

/**
 * The resident memory of a process in MB (2^20 bytes); undefined where it cannot be told: the process is gone, or the system has no
 * `/proc` (anything but Linux), where the deadline alone holds a child.
 */
export function residentMb(pid: number | undefined): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
