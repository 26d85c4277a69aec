import { memoizeByObject } from '../../../values/memoize.js';
import { markIn } from '../../labels/labels.js';
import { isName, namesParty } from '../../labels/nearby/names-under.js';
import { partyHeading } from '../../labels/parties/party-heading.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { neighbour, type Part, partsByRow } from '../../page/parts.js';
import { hasPostalCode } from '../../print/addresses.js';
import { type RoleSign, roleSign } from './role-signs.js';

/** A company or somebody with an address on the first page, whom no heading names, and what shows who he is. */
export interface UnheadedParty {
  readonly text: string;
  readonly sign: RoleSign | undefined;
}

/** In the order of the page. */
export const unheadedParties = memoizeByObject((index: DocumentIndex): readonly UnheadedParty[] =>
  partsByRow(index)
    .flat()
    .filter((part) => part.row.page === 1 && opensBlock(part, index) && namesParty(part, index) && !partyHeading(part, index))
    .map((part) => ({ text: part.text, sign: roleSign(part, index) })),
);

/** A name stands over its address, with nothing above it but the end of another address; a street, a title or a label is none. */
function opensBlock(part: Part, index: DocumentIndex): boolean {
  const above = neighbour(part, 'above', index);
  return isName(part.text) && markIn(part.text) === undefined && (above === undefined || hasPostalCode(above.text));
}
