import { readdirSync, readFileSync } from 'node:fs';

/** What a process has used of the processors since it began, in milliseconds, without its children. Source: proc(5), 100 ticks a second. */
export function cpuMs(pid: number): number {
  const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The children of a process, and theirs. */
export function familyOf(pid: number): readonly number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
    .map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
  } catch {
    return 0;
  }
}
