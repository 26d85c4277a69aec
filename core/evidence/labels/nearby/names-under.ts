import type { DocumentIndex } from '../../page/document-index.js';
import { linesFrom, neighbour, type Part, partsByRow } from '../../page/parts.js';
import { hasPostalCode, isCompany } from '../../print/addresses.js';
import { labelsIn, rolesIn } from '../labels.js';
import { isPayeeHeading } from '../parties/role-heading.js';

/** What stands after, beside or under a heading of a party: a name, and the lines of its block. */
export type NameBlock = readonly [name: string, ...lines: string[]];

/** A name that a heading announces. */
export interface HeadedName {
  readonly heading: string;
  readonly page: number;
  readonly block: NameBlock;
}

/** The blocks of the names that the headings of a party announce. */
export const namesUnder = (party: 'seller' | 'buyer', index: DocumentIndex): readonly NameBlock[] =>
  headedNames(party, index).map(({ block }) => block);

/**
 * The names that the headings of a party announce, in document order: of companies, and of whoever has an address below. What else stands
 * there may be anything, for headings such as `To` and `Client` are words as well. Who is paid may be neither party.
 */
export const headedNames = (party: 'seller' | 'buyer', index: DocumentIndex): readonly HeadedName[] =>
  announced(party, index).flatMap(({ heading, page, name, place }): readonly HeadedName[] => {
    if (!place) return isCompany(name) ? [{ heading, page, block: [name] }] : [];
    return isName(name) && namesParty(place, index) ? [{ heading, page, block: [name, ...textsUnder(place, index)] }] : [];
  });

/** Names of two words and more, each with a capital letter, that a heading announces: somebody is named there, whoever it is. */
export const fullNamesUnder = (party: 'seller' | 'buyer', index: DocumentIndex): readonly HeadedName[] =>
  announced(party, index).flatMap(({ heading, page, name }): readonly HeadedName[] =>
    isName(name) && /^\p{Lu}\S*(?: \p{Lu}\S*)+$/u.test(name) ? [{ heading, page, block: [name] }] : [],
  );

interface AnnouncedName {
  readonly heading: string;
  readonly page: number;
  readonly name: string;
  /** Where the name stands by itself; undefined behind the colon of its heading. */
  readonly place?: Part;
}

/** What stands behind the colon of a heading, beside it, or under it. */
function announced(party: 'seller' | 'buyer', index: DocumentIndex): readonly AnnouncedName[] {
  return partsByRow(index).flatMap((row) =>
    row.flatMap((part, at): readonly AnnouncedName[] => {
      const found = headingIn(part, party);
      if (!found) return [];
      const heading = { heading: found.text, page: part.row.page };
      if (found.rest) return [{ ...heading, name: found.rest }];
      const place = (found.colon ? row[at + 1] : undefined) ?? neighbour(part, 'below', index);
      return place ? [{ ...heading, name: place.text, place }] : [];
    }),
  );
}

/** Whether a text is a company, or somebody with an address. */
export const namesParty = (part: Part, index: DocumentIndex): boolean =>
  isCompany(part.text) || textsUnder(part, index).some(hasPostalCode);

const textsUnder = (part: Part, index: DocumentIndex): readonly string[] => linesFrom(part, 'below', index).map(({ text }) => text);

interface ColonHeading {
  readonly text: string;
  readonly colon: boolean;
  readonly rest: string;
}

/** A heading is all that stands before its colon, or all of its part. */
function headingIn(part: Part, party: 'seller' | 'buyer'): ColonHeading | undefined {
  const [text = '', ...rest] = part.text.split(':');
  const role = rolesIn(text)[0];
  if (role?.name !== party || letters(role.phrase) < letters(text) || isPayeeHeading(text)) return undefined;
  return { text, colon: rest.length > 0, rest: rest.join(':').trim() };
}

/** Words without digits that are no label and announce nothing. */
export const isName = (text: string): boolean =>
  letters(text) > 1 && !/\d|:\s*$/.test(text) && labelsIn(text).length === 0 && rolesIn(text).length === 0;

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
