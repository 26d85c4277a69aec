import { ConfigError, joinMistakes, mistakesInParts, mistakesOf } from '../../core/index.js';
import type { Config } from '../config.js';
import { knownParts, pluginAround } from '../plugins/known-parts.js';
import type { ResolveContext } from '../plugins/resolve-parts.js';
import { explain } from './explain.js';

/** What plugins are made with, and what they missed. */
export interface PartTerms {
  readonly secret: (name: string) => string | undefined;
  readonly missing: ReadonlySet<string>;
}

/**
 * The error of a configuration that cannot be loaded, with what an engine would say of the parts that are known: a person who mends a key
 * should not learn only then that an expression does not parse.
 */
export async function withMistakesOfParts(
  error: unknown,
  config: Config,
  { context, secret, missing }: PartTerms & { readonly context: ResolveContext },
): Promise<unknown> {
  if (!(error instanceof ConfigError)) return error;
  const { source } = context;
  const known = await knownParts(config, context);
  const further = mistakesInParts(known, { folder: source.folder, secret }).flatMap((mistake) =>
    mistakesOf(explain(mistake, { source, missing, pluginAt: (place) => pluginAround(place, known) })),
  );
  return joinMistakes([...mistakesOf(error), ...further]);
}
