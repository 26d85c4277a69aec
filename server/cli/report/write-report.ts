import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Terminal } from '../output/terminal.js';
import { explainWriteError } from '../output/writing.js';

/** Writes a report to a file, or to the standard output where none is named. @throws ConfigError when the file cannot be written */
export function writeReport(output: string | undefined, page: string, { cwd, stdout }: Terminal): void {
  if (output === undefined) stdout.write(page);
  else explainWriteError(output, () => writeFileSync(resolve(cwd, output), page));
}
