import { CommanderError } from 'commander';
import { ConfigError, InputError } from '../../core/index.js';
import { about } from '../about.js';
import { exitCodes } from './exit-codes.js';
import { makeProgram } from './program.js';
import type { Terminal } from './terminal.js';

/** A reader that has seen enough, as `head` has, is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const terminal: Terminal = {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  exit(code) {
    process.exitCode = code;
  },
};

try {
  const args = process.argv.slice(2);
  const program = await makeProgram(terminal, { version: about().version, args });
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  process.exitCode = report(error);
}

/** Commander has already said what it had to say; the other errors that a person can mend are one sentence, and the rest keep their stack. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done.code : exitCodes.usage.code;
  const mendable = error instanceof ConfigError || error instanceof InputError;
  const text = error instanceof Error ? (mendable ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`vouch: ${text}\n`);
  return mendable ? exitCodes.usage.code : exitCodes.unexpected.code;
}
