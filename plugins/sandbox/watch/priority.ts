import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Lets the server have the processor first where both want it: its one thread gives every parser its next file and answers everybody who asks, so
 * parsers that hold it up hold up themselves. To be called before the process has threads, which inherit it. One that has gone needs nothing.
 */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch {
    // It ended before it was asked; whoever waits for it hears of that.
  }
}
