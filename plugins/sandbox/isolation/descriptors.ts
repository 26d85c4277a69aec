import { openSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The descriptors above those of standard input, output and error that a new process would inherit: files and sockets of whoever started
 * this process. Node opens its own so that they are not. Empty where the system has no `/proc`. Source: `flags` of proc_pid_fdinfo(5).
 */
export const inheritedDescriptors = (): readonly number[] =>
  descriptors().filter((descriptor) => descriptor > 2 && isInherited(descriptor));

function descriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo').map(Number);
  } catch {
    return [];
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    // It was the one of the listing, and is closed.
    return false;
  }
}

/** O_CLOEXEC of Linux, on all architectures that Node runs on but SPARC and Alpha. */
const closeOnExec = 0o2000000;

let opened: number | undefined;

/** A descriptor of `/dev/null`, opened once. */
export const nowhere = (): number => {
  opened ??= openSync('/dev/null', 'r+');
  return opened;
};
