import { ConfigError } from '../contracts/errors.js';

/** One error that says all of these, a line each. It has the place of the first. At least one must be given. */
export function joinMistakes(mistakes: readonly ConfigError[]): ConfigError {
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
  const tried = makers.map((make) => tryToMake(make));
  const mistakes = tried.flatMap((one) => one.mistakes);
  if (mistakes.length > 0) throw joinMistakes(mistakes);
  return tried.flatMap((one) => one.made) as unknown as Made;
}

/** What is made, in a list of one, or else what is wrong with it. @throws any other error as it comes */
export function tryToMake<Made>(make: () => Made): { readonly made: readonly Made[]; readonly mistakes: readonly ConfigError[] } {
  try {
    return { made: [make()], mistakes: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { made: [], mistakes: mistakesOf(error) };
  }
}

/** The mistakes that an error says together; itself where it is one. */
export const mistakesOf = (error: ConfigError): readonly ConfigError[] =>
  error.cause instanceof AggregateError ? error.cause.errors.filter((one) => one instanceof ConfigError) : [error];
