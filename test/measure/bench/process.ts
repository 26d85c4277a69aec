import { readdirSync } from 'node:fs';
import { readProc } from '../../../plugins/sandbox/watch-process.js';

/** CPU time of a process since its start in milliseconds, without its children. */
export const cpuMs = (pid: number): number => ticks(pid, 11) + ticks(pid, 12);

/** A time field of a process in milliseconds; 0 when the process is gone. Source: proc(5), 100 ticks a second. */
function ticks(pid: number, field: number): number {
  const [, rest = ''] = /^.*\) (.*)$/s.exec(readProc(pid, 'stat')) ?? [];
  return Number(rest.split(' ')[field] ?? 0) * 10;
}

/** A process and all its descendants. */
export function familyOf(pid: number): readonly number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
    .map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)$/m.exec(readProc(pid, 'status'))?.[1] ?? 0);

/** Memory in MB, shared pages divided among their users; 0 when the process is gone. Source: proc_pid_smaps(5), Pss. */
export const proportionalMb = (pid: number): number => Number(/^Pss:\s+(\d+) kB$/m.exec(readProc(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;

/** CPU time of a process and all its descendants, ended ones included, in milliseconds. */
export const familyCpuMs = (pid: number): number => familyOf(pid).reduce((sum, member) => sum + cpuMs(member) + reapedCpuMs(member), 0);

const reapedCpuMs = (pid: number): number => ticks(pid, 13) + ticks(pid, 14);
