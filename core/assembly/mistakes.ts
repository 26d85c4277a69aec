import { ConfigError } from '../contracts/errors.js';

/** One error that says all of these, a line each. It has the place of the first. At least one must be given. */
export function asOne(mistakes: readonly ConfigError[]): ConfigError {
  const [first, ...others] = mistakes;
  if (first && others.length === 0) return first;
  const lines = mistakes.map(({ message }) => message).join('\n');
  return new ConfigError(lines, first?.place, { cause: new AggregateError(mistakes) });
}

/** The mistakes that an error says together; itself where it is one. */
export const mistakesOf = (error: ConfigError): readonly ConfigError[] =>
  error.cause instanceof AggregateError ? error.cause.errors.filter((one) => one instanceof ConfigError) : [error];
