import { CommanderError } from 'commander';
import { ConfigError, InputError } from '../../core/index.js';
import { about } from '../app/about.js';
import { exitCodes } from './exit-codes.js';
import type { Terminal } from './output/terminal.js';
import { makeProgram } from './program.js';

/** Does what the arguments say, and says what went wrong; never throws. */
export async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  try {
    const program = await makeProgram(terminal, { version: about().version, args });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    terminal.exit(report(error, terminal));
  }
}

/** Commander has already said what it had to say; the other errors that a person can mend are one sentence, and the rest keep their stack. */
function report(error: unknown, { stderr }: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done.code : exitCodes.usage.code;
  const mendable = error instanceof ConfigError || error instanceof InputError;
  const text = error instanceof Error ? (mendable ? error.message : (error.stack ?? error.message)) : String(error);
  stderr.write(`vouch: ${text}\n`);
  return mendable ? exitCodes.usage.code : exitCodes.unexpected.code;
}
