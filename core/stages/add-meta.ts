import type { Draft } from '../contracts/draft.js';
import type { Doubt, MetaInjector } from '../contracts/gate.js';
import type { Check } from '../contracts/rule.js';
import type { JsonObject } from '../contracts/schema.js';
import { answerOf, type NamedPart } from '../flow/fault.js';
import { isList, isObject } from '../values/json.js';

interface Injected {
  readonly draft: Draft;
  readonly doubts: readonly Doubt[];
  readonly checks: readonly Check[];
}

/** Has the injector make the object of the answer. @throws ExtractionError where it fails, or makes none that a caller could read */
export const addMeta = ({ name, part: injector }: NamedPart<MetaInjector>, { draft, doubts, checks }: Injected): JsonObject =>
  answerOf(`The injector "${name}"`, () => injector.inject(draft, doubts, checks), flawInObject);

/** What is wrong with the object of an injector, which no compiler tells the author of one in JavaScript; undefined where nothing is. */
export function flawInObject(object: JsonObject): string | undefined {
  if (!isObject(object)) return 'inject() gives no object';
  const meta = object['_meta'];
  if (!isObject(meta)) return 'inject() gives an object without "_meta"';
  if (!Number.isFinite(meta['confidence_score'])) return '"confidence_score" of its "_meta" is no number';
  const list = ['field_confidence', 'issues'].find((member) => !isList(meta[member]));
  return list && `"${list}" of its "_meta" is no list`;
}
