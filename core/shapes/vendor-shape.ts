import type { Json } from '../contracts/schema.js';
import { invalidData } from '../schema/data.js';
import { at } from '../values/at.js';
import { isList, isObject } from '../values/json.js';
import type { SourcedJson } from './sourced.js';

/** How one extractor answers. */
export interface VendorShape {
  /** Who has read, where the request does not say. */
  readonly name: string;
  /** Whether JSON is such an answer, by its structure. Cheap, and never throws. */
  is(answer: Json): boolean;
  /** @throws InputError where it is of several documents */
  read(answer: Json): SourcedJson;
}

/** Nothing of a second document is dropped in silence. @throws InputError where there is not just one */
export function oneOf<Item>(items: readonly Item[], what: string): Item {
  const [only, ...others] = items;
  if (only === undefined || others.length > 0)
    throw invalidData(`it has ${items.length} ${what}; the data of one document are scored at a time`);
  return only;
}

/** The JSON under these names. */
export const jsonAt = (answer: Json | undefined, ...names: readonly (string | number)[]): Json | undefined =>
  at(answer, ...names) as Json | undefined;

/** The items of the list under these names; none where there is no list. */
export function itemsAt(answer: Json | undefined, ...names: readonly (string | number)[]): readonly Json[] {
  const found = jsonAt(answer, ...names);
  return isList(found) ? found : [];
}

/** The members of the object under these names; none where there is no object. */
export function membersAt(answer: Json | undefined, ...names: readonly (string | number)[]): readonly (readonly [string, Json])[] {
  const found = jsonAt(answer, ...names);
  return isObject(found) ? Object.entries(found) : [];
}
