import type { Kind, Plugin } from '../../core/index.js';

/** Every kind of plugin. The compiler checks that the list is complete. */
const allKinds = {
  converter: true,
  recognizer: true,
  splitter: true,
  model: true,
  gate: true,
  rule: true,
  injector: true,
} satisfies Record<Kind, true>;
export const isKind = (value: unknown): value is Kind => typeof value === 'string' && Object.hasOwn(allKinds, value);
export const kinds: readonly Kind[] = Object.keys(allKinds).filter(isKind);

/** Whether a value has the shape of what `definePlugin` returns. */
export const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  isKind(value.kind) &&
  'name' in value &&
  typeof value.name === 'string' &&
  'create' in value &&
  typeof value.create === 'function';
