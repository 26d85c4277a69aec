import type { EventEmitter } from 'node:events';
import { writeSync } from 'node:fs';
import type { LogStream } from './logging.js';

/** The standard output, or whatever else lines are written to. */
export type LogOutput = LogStream & Partial<Pick<EventEmitter, 'on'>> & { readonly fd?: number; readonly destroyed?: boolean };

/**
 * A log whose disk may fill up and whose reader may go: what cannot be written is lost and told, and the process goes on. Node would end it.
 * Lines are written again as soon as there is room.
 */
export function lossyLog(output: LogOutput, lost: () => void): LogStream {
  const { fd } = output;
  output.on?.('error', lost);
  return {
    write(line) {
      // One failure is the end of a stream, but not of the file behind it.
      if (!output.destroyed) output.write(line);
      else if (!writes(fd, line)) lost();
    },
  };
}

function writes(fd: number | undefined, line: string): boolean {
  if (fd === undefined) return false;
  try {
    return writeSync(fd, line) > 0;
  } catch {
    return false;
  }
}
