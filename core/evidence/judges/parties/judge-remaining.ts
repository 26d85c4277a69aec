import type { Grounded } from '../../grounded.js';
import { partyOf } from '../../labels/concepts/concept-kind.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { isPrintedLabel } from '../../labels/printed-label.js';
import { continuesText } from '../../page/parts.js';
import { cap, reasonText } from '../../scoring/caps.js';

/**
 * An invoice has two parties. Where the reader's name of one has its own heading or sign, another name that nothing on the page places is
 * probably that of the other, unless it stands within a sentence: "Pay to our account at Northern Bank" names a third one.
 */
export function judgeRemainingParty(cells: readonly Grounded[]): readonly Grounded[] {
  const names = cells.filter(isPartyName);
  return cells.map((cell) => {
    const known = begins(cell) && names.some((other) => isKnown(other) && other.key !== cell.key && sideOf(other) !== sideOf(cell));
    return known ? { ...cell, caps: cell.caps.map((given) => (given.name === 'label.unknownRole' ? remaining(cell) : given)) } : cell;
  });
}

/** Whether a name of a party begins a text wherever it is printed for the reader, as the first line of an address does. */
const begins = (cell: Grounded): boolean => isPartyName(cell) && !cell.evidence?.spans.slice(0, 1).some(continuesText);

const isPartyName = ({ field, value }: Grounded): boolean => value !== null && conceptOf(field) === `${partyOf(field)}_name`;
const isKnown = (cell: Grounded): boolean => cell.caps.some(isPrintedLabel);
const sideOf = ({ field }: Grounded): string | undefined => partyOf(field);

const remaining = (cell: Grounded) =>
  cap('label.remaining', `${reasonText.header}: nothing says that this is the ${sideOf(cell)}, but the other party is known`);
