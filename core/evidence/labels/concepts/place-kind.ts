import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { identifierKind } from './identifier-kind.js';
import { spelt } from './name-words.js';

/** A line of an address, or a part of one. */
export type PlaceKind = 'street' | 'city' | 'region' | 'country' | 'postalCode';

/** The part of an address that a field asks for, by the last name on its path. */
export const placeKind = memoizeByObject((field: Field): PlaceKind | undefined => {
  if (field.type !== 'string') return undefined;
  if (identifierKind(field) === 'postalCode') return 'postalCode';
  const name = spelt(field.names.at(-1) ?? '');
  return kinds.find(([, names]) => names.test(name))?.[0];
});

const named = (names: string): RegExp => new RegExp(`(?:^| )(?:${names})$`);

const kinds: readonly (readonly [PlaceKind, RegExp])[] = [
  ['street', named('street|street address|address line ?\\d?|strasse|rue|calle|via|straat|rua')],
  ['city', named('city|town|ort|stadt|ville|ciudad|citta|stad|cidade')],
  ['region', named('state|province')],
  ['country', named('country|country code|land|pays|pais|paese')],
];
