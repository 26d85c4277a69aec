import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Phrase } from '../../page/lines.js';
import type { Row } from '../../page/page-index.js';
import { linesFrom, neighbour } from '../../page/surroundings.js';
import { hasPostalCode, isCompany } from '../../print/addresses.js';
import { letters } from '../../print/normalise.js';
import { isIdentifier, partyOf } from '../concepts/concept-kind.js';
import { ownLabels } from '../concepts/own-labels.js';
import { labelIn, labelsIn, type Role, type RoleMatch, rolesIn } from '../labels.js';
import { isFormWording } from '../wording.js';
import { isFormOfAddress, isPayeeHeading } from './party-headings.js';

/** A name after, beside or under a party's heading, with the lines of its block. */
export type NameBlock = readonly [name: string, ...lines: string[]];

/** A name with its heading. */
export interface HeadedName {
  readonly heading: string;
  readonly page: number;
  readonly block: NameBlock;
}

/** The name blocks under a party's headings. */
export const namesUnder = (party: 'seller' | 'buyer', index: DocumentIndex): readonly NameBlock[] =>
  headedNames(party, index).map(({ block }) => block);

/**
 * The names under a party's headings, in document order: companies, and names with an address below. Other texts may be anything, because
 * `To` and `Client` are also ordinary words. Payees are left out, because they may be neither party.
 */
export const headedNames = (party: 'seller' | 'buyer', index: DocumentIndex): readonly HeadedName[] =>
  announced(index).flatMap(({ role, heading, page, name, place }): readonly HeadedName[] => {
    if (role !== party) return [];
    if (!place) return isCompany(name) ? [{ heading, page, block: [name] }] : [];
    return isName(name) && namesParty(place, index) ? [{ heading, page, block: [name, ...textsUnder(place, index)] }] : [];
  });

/** Headed names of at least two capitalized words; they show that someone is named there. */
export const fullNamesUnder = (party: 'seller' | 'buyer', index: DocumentIndex): readonly HeadedName[] =>
  announced(index).flatMap(({ role, heading, page, name }): readonly HeadedName[] =>
    role === party && isName(name) && /^\p{Lu}\S*(?: \p{Lu}\S*)+$/u.test(name) ? [{ heading, page, block: [name] }] : [],
  );

interface AnnouncedName {
  readonly role: Role;
  readonly heading: string;
  readonly page: number;
  readonly name: string;
  /** Where the name stands on its own; undefined if it follows the colon of its heading. */
  readonly place?: Phrase;
}

/** The texts after the colon of a party's heading, beside it or under it, for all parties. */
const announced = memoizeByObject((index: DocumentIndex): readonly AnnouncedName[] =>
  index.lines.flatMap(({ phrases: row }) =>
    row.flatMap((part, at): readonly AnnouncedName[] => {
      const found = headingIn(part);
      if (!found) return [];
      const heading = { role: found.role, heading: found.text, page: part.row.page };
      if (found.rest) return [{ ...heading, name: found.rest }];
      const next = (found.colon ? row[at + 1] : undefined) ?? neighbour(part, 'below', index);
      const place = next && isFormOfAddress(next.text) ? neighbour(next, 'below', index) : next;
      return place ? [{ ...heading, name: place.text, place }] : [];
    }),
  ),
);

/** Whether a text is a company, or a name with an address below. */
export const namesParty = (part: Phrase, index: DocumentIndex): boolean =>
  isCompany(part.text) || textsUnder(part, index).some(hasPostalCode);

const textsUnder = (part: Phrase, index: DocumentIndex): readonly string[] => linesFrom(part, 'below', index).map(({ text }) => text);

interface ColonHeading {
  readonly role: Role;
  readonly text: string;
  readonly colon: boolean;
  readonly rest: string;
}

/** A heading fills its part of the row up to a colon or to the end. */
function headingIn(part: Phrase): ColonHeading | undefined {
  const [text = '', ...rest] = part.text.split(':');
  const role = rolesIn(text)[0];
  if (!role || letters(role.phrase) < letters(text) || isPayeeHeading(text)) return undefined;
  return { role: role.name, text, colon: rest.length > 0, rest: rest.join(':').trim() };
}

/** Whether a text has letters and no digits, and is neither a label nor a heading nor a form of address. */
export const isName = (text: string): boolean =>
  letters(text) > 1 && !/\d|:\s*$/.test(text) && labelsIn(text).length === 0 && rolesIn(text).length === 0 && !isFormOfAddress(text);

export interface LabelledText {
  readonly label: string;
  readonly text: string;
  readonly page: number;
}

/** The first text with a field's label, after the label and a colon in a row; for what is no identifier also under its party's heading. */
export function textUnder(field: Field, index: DocumentIndex): LabelledText | undefined {
  for (const row of index.rows) {
    const found = afterColon(field, row);
    if (found) return { ...found, page: row.page };
  }
  const party = isIdentifier(field) ? undefined : partyOf(field);
  // A sentence that goes on in the next row: `Mail to` over `the address below`.
  const headed = party && announced(index).find(({ role, name }) => role === party && !/^\p{Ll}/u.test(name) && !isFormWording(name));
  return headed && { label: headed.heading, text: headed.name, page: headed.page };
}

type FoundText = Pick<LabelledText, 'label' | 'text'> | undefined;

/** A colon distinguishes a label from the same word in a sentence. */
function afterColon(field: Field, row: Row): FoundText {
  if (!row.text.includes(':')) return undefined;
  const own = ownLabels(field);
  const label = labelIn(row.text, own);
  if (!label || label.concept !== (own.concept ?? 'own')) return undefined;
  const text = /^\s*:\s*(\S.*)$/.exec(row.text.slice(label.to))?.[1];
  return text === undefined ? undefined : { label: label.label, text };
}

/** The heading of a field's party where it stands nearly alone, whatever stands under it: that may be another column's. */
export function headingOf(field: Field, index: DocumentIndex): Phrase | undefined {
  const party = isIdentifier(field) ? undefined : partyOf(field);
  return index.phrases.find(
    ({ row, text }) => row.words.length <= maxHeadingWords && rolesIn(text).some((role) => heads(role, party, text)),
  );
}

/** A row with more words is a sentence. */
const maxHeadingWords = 4;

/** `Bill to address` is a heading of the buyer; the preposition of `Log online to` is not. */
const heads = ({ name, phrase }: RoleMatch, party: Role | undefined, text: string): boolean =>
  name === party && letters(phrase) >= letters(text) * 0.4;
