import { ConfigError, InputError } from '../../../core/index.js';

/** Runs a command. Errors that the user can fix become one sentence and exit code 2; others are thrown. `main` may return an exit code. */
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

/** The parsed command line. @throws InputError with the usage when `parse` fails. */
export function parsed<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new InputError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, { cause });
  }
}

/** @throws InputError naming the option when its text is not a number within the bounds. */
export function numberIn(text: string, { name, from, to }: { readonly name: string; readonly from: number; readonly to: number }): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (number >= from && number <= to) return number;
  throw new InputError(`${name} must be a number from ${from} to ${to}, not "${text}"`);
}

/** @throws InputError naming the option when its text is not a whole number of at least `least`. */
export function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new InputError(`${name} must be a whole number from ${least}, not "${text}"`);
}
