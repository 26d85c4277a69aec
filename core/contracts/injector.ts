import type { Check } from './check.js';
import type { Draft } from './draft.js';
import type { Doubt } from './gate.js';
import type { JsonObject } from './json.js';

/** Puts what vouches for the data beside it: the object that goes on the wire. */
export interface MetaInjector {
  inject(draft: Draft, doubts: readonly Doubt[], checks: readonly Check[]): JsonObject;
}
