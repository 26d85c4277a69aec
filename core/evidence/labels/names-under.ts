import type { DocumentIndex } from '../page/document-index.js';
import { linesFrom, neighbour, type Part, partsByRow } from '../page/parts.js';
import { hasPostalCode, isCompany } from '../print/addresses.js';
import { labelsIn, rolesIn } from './labels.js';
import { isPayeeHeading } from './role-heading.js';

/** What stands after, beside or under a heading of a party: a name, and the lines of its block. */
export type NameBlock = readonly [name: string, ...lines: string[]];

/**
 * The names that the headings of a party announce, in document order: of companies, and of whoever has an address below. What else stands
 * there may be anything, for headings such as `To` and `Client` are words as well. Who is paid may be neither party.
 */
export function namesUnder(party: 'seller' | 'buyer', index: DocumentIndex): readonly NameBlock[] {
  return partsByRow(index).flatMap((row) =>
    row.flatMap((part, at): readonly NameBlock[] => {
      const heading = headingIn(part, party);
      if (!heading) return [];
      if (heading.rest) return isCompany(heading.rest) ? [[heading.rest]] : [];
      const name = (heading.colon ? row[at + 1] : undefined) ?? neighbour(part, 'below', index);
      return name && isName(name.text) && namesParty(name, index) ? [[name.text, ...textsUnder(name, index)]] : [];
    }),
  );
}

/** Whether a text is a company, or somebody with an address. */
export const namesParty = (part: Part, index: DocumentIndex): boolean =>
  isCompany(part.text) || textsUnder(part, index).some(hasPostalCode);

const textsUnder = (part: Part, index: DocumentIndex): readonly string[] => linesFrom(part, 'below', index).map(({ text }) => text);

/** A heading is all that stands before its colon, or all of its part. */
function headingIn({ text }: Part, party: 'seller' | 'buyer'): { readonly colon: boolean; readonly rest: string } | undefined {
  const [head = '', ...rest] = text.split(':');
  const role = rolesIn(head)[0];
  if (role?.name !== party || letters(role.phrase) < letters(head) || isPayeeHeading(head)) return undefined;
  return { colon: rest.length > 0, rest: rest.join(':').trim() };
}

/** Words without digits that are no label and announce nothing. */
const isName = (text: string): boolean =>
  letters(text) > 1 && !/\d|:\s*$/.test(text) && labelsIn(text).length === 0 && rolesIn(text).length === 0;

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
