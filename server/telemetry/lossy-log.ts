import type { EventEmitter } from 'node:events';
import { writeSync } from 'node:fs';
import type { LogStream } from './logging.js';

/** The standard output or another stream of lines. */
export type LogOutput = LogStream & Partial<Pick<EventEmitter, 'on'>> & { readonly fd?: number; readonly destroyed?: boolean };

/**
 * A log that survives a full disk or a closed reader, on which Node would end the process. Lines that cannot be written are lost and reported
 * to `lost`; writing resumes as soon as it is possible again.
 */
export function lossyLog(output: LogOutput, lost: () => void): LogStream {
  const { fd } = output;
  output.on?.('error', lost);
  return {
    write(line) {
      // A stream is destroyed by its first failure, but the file behind it may still be writable.
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
