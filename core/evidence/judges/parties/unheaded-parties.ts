import { memoizeByObject } from '../../../values/memoize.js';
import { markIn } from '../../labels/labels.js';
import { isName, namesParty } from '../../labels/nearby/names-under.js';
import { isFormOfAddress } from '../../labels/parties/form-of-address.js';
import { partyHeading } from '../../labels/parties/party-heading.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { neighbour, partsByRow, type RowPart } from '../../page/parts.js';
import { hasPostalCode } from '../../print/addresses.js';
import { type RoleSign, roleSign } from './role-signs.js';

/** A company, or a name with an address, that stands on the first page without a heading. */
export interface UnheadedParty {
  readonly text: string;
  /** Where it opens its block. */
  readonly part: RowPart;
  readonly sign: RoleSign | undefined;
}

/** All unheaded parties, in page order. */
export const unheadedParties = memoizeByObject((index: DocumentIndex): readonly UnheadedParty[] =>
  partsByRow(index)
    .flat()
    .filter((part) => part.row.page === index.firstPage && opensBlock(part, index) && namesParty(part, index) && !partyHeading(part, index))
    .map((part) => ({ text: part.text, part, sign: roleSign(part, index) })),
);

/** A name opens its address block: nothing stands above it, or only a form of address or another one's end. Streets, titles and labels are excluded. */
function opensBlock(part: RowPart, index: DocumentIndex): boolean {
  const above = neighbour(part, 'above', index);
  return (
    isName(part.text) &&
    markIn(part.text) === undefined &&
    (above === undefined || hasPostalCode(above.text) || isFormOfAddress(above.text))
  );
}
