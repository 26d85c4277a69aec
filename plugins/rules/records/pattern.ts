import { RE2JS } from 're2js';
import { ConfigError } from '../../../core/index.js';

/** A regular expression whose time grows with the length of a text only, whoever wrote the text. */
export interface Pattern {
  readonly source: string;
  /** Whether it is found anywhere in the text; `^` and `$` bind it to the ends. */
  test(text: string): boolean;
}

/**
 * Compiles a regular expression in the syntax of RE2, which has neither lookahead nor backreferences: they are what makes others take for ever.
 * @throws ConfigError for what is none
 */
export function patternOf(source: string): Pattern {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return { source, test: (text) => compiled.test(text) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, '') : String(cause);
    throw new ConfigError(`${source} is no pattern of RE2, which has no lookahead and no backreferences: ${why}`, [], { cause });
  }
}
