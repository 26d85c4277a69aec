import { readFileSync } from 'node:fs';
import { familyOf } from '../../measure/bench/process.js';

/** The parsers that this process has started, without the programs that isolate them: a child of each converter and engine. */
export const parsers = (): readonly number[] =>
  familyOf(process.pid).filter((pid) => /^[^\0]*node\0.*plugins\/\S+\/child\.js/s.test(commandOf(pid)));

/** A process has no command line for a moment while it executes another program, as on the way through `unshare` and `sh`. */
function commandOf(pid: number): string {
  try {
    for (let reads = 0; reads < 300; reads += 1) {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
      if (command !== '') return command;
    }
  } catch {
    // The process has ended.
  }
  return '';
}
