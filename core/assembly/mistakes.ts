import { ConfigError } from '../contracts/errors.js';

/** One error that says all of these, a line each. It has the place of the first. At least one must be given. */
export function asOne(mistakes: readonly ConfigError[]): ConfigError {
  const [first, ...others] = mistakes;
  if (first && others.length === 0) return first;
  const lines = mistakes.map(({ message }) => message).join('\n');
  return new ConfigError(lines, first?.place, { cause: new AggregateError(mistakes) });
}

/**
 * Makes all of these, so that a person learns of all mistakes at once: every wrong option, every missing key, every expression that does not parse.
 * @throws ConfigError with a line for each mistake; any other error as it comes
 */
export function allMade<const Made extends readonly unknown[]>(makers: { readonly [Index in keyof Made]: () => Made[Index] }): Made {
  const mistakes: ConfigError[] = [];
  const made = makers.flatMap((make) => {
    try {
      return [make()];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      mistakes.push(...mistakesOf(error));
      return [];
    }
  });
  if (mistakes.length > 0) throw asOne(mistakes);
  return made as unknown as Made;
}

/** The mistakes that an error says together; itself where it is one. */
export const mistakesOf = (error: ConfigError): readonly ConfigError[] =>
  error.cause instanceof AggregateError ? error.cause.errors.filter((one) => one instanceof ConfigError) : [error];
