import { constants, setPriority } from 'node:os';

/**
 * Lets the server have the processor first where both want it: its one thread gives every parser its next file and answers everybody who asks, so
 * parsers that hold it up hold up themselves. Called before the process has threads, which inherit it. One that has gone already needs nothing.
 */
export function standBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It ended before it was asked; whoever waits for it hears of that.
  }
}
