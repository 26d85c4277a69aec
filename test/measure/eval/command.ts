import { ConfigError, InputError } from '../../../core/index.js';

/** Runs a command of this folder or a neighbour: what its user has to mend is one sentence and exit code 2, anything else is ours. `main` may return an exit code. */
export async function command(main: () => unknown): Promise<void> {
  try {
    const code = await main();
    process.exitCode = typeof code === 'number' ? code : 0;
  } catch (error) {
    if (!(error instanceof InputError || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
