import { CommanderError } from 'commander';
import { ConfigError, InputError } from '../../core/index.js';
import { about } from '../http/about.js';
import { exitCodes } from './commands/exit-codes.js';
import type { Terminal } from './output/terminal.js';
import { makeProgram } from './program.js';

/** Runs the command of the arguments and reports errors. Never throws. */
export async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  try {
    const program = await makeProgram(terminal, { version: about().version, args });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    terminal.exit(report(error, terminal));
  }
}

/** Commander prints its errors itself. Errors that a person can correct are one sentence; all others are printed with their stack. */
function report(error: unknown, { stderr }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done.code : exitCodes.usage.code;
  const correctable = error instanceof ConfigError || error instanceof InputError;
  const text = error instanceof Error ? (correctable ? error.message : (error.stack ?? error.message)) : String(error);
  stderr.write(`vouch: ${text}\n`);
  return correctable ? exitCodes.usage.code : exitCodes.unexpected.code;
}
