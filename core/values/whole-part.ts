import { ConfigError } from '../contracts/errors.js';
import type { Kind, Kinds, Plugin } from '../contracts/plugin.js';

/** What the engine asks a part of each kind to do. */
const methods = {
  converter: 'convert',
  recognizer: 'recognize',
  model: 'read',
  gate: 'review',
  rule: 'check',
  injector: 'inject',
} satisfies { readonly [K in Kind]: keyof Kinds[K] };

/**
 * What a plugin has created, when it can do what its kind has to.
 * @throws ConfigError when it cannot, which no compiler has told the author of a plugin in JavaScript.
 */
export function wholePart<K extends Kind>({ kind, name }: Plugin<K>, part: Kinds[K]): Kinds[K] {
  const method = methods[kind];
  if (typeof Reflect.get(Object(part), method) !== 'function')
    throw new ConfigError(`Plugin "${name}": what its create() gives is no ${kind}: it has no ${method}()`);
  return part;
}
