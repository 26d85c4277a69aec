import { InputError } from '../../../core/index.js';

/** What `parse` makes of the command line. @throws InputError with the usage when it cannot. */
export function parsed<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new InputError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, { cause });
  }
}

/** @throws InputError naming the option when its text is no number in its bounds. */
export function numberIn(text: string, { name, from, to }: { readonly name: string; readonly from: number; readonly to: number }): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (number >= from && number <= to) return number;
  throw new InputError(`${name} must be a number from ${from} to ${to}, not "${text}"`);
}

/** @throws InputError naming the option when its text is no whole number from `least` on. */
export function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new InputError(`${name} must be a whole number from ${least}, not "${text}"`);
}
