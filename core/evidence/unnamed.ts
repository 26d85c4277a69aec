import type { Cap, CapName } from '../contracts/cap.js';
import type { Grounded } from './grounded.js';
import { conceptOf } from './labels/concepts/concepts.js';
import { cap, isPrintedLabel, reasonText } from './scoring/caps.js';

/** A value without a quote that was found. What a choice or a yes means is judged elsewhere, and so are currencies. */
export const isUnquoted = ({ value, field, unquoted, occurrences, evidence }: Grounded): boolean =>
  unquoted === true &&
  value !== null &&
  !field.enum &&
  field.type !== 'boolean' &&
  conceptOf(field) !== 'currency' &&
  (occurrences.length > 0 || evidence !== undefined);

/** Whether a finding leaves open what a value is, or says that it is something else. */
export const isUnknown = ({ name }: Cap): boolean => unknown.has(name);
const unknown = new Set<CapName>([
  'label.unknownText',
  'label.unknownValue',
  'label.noneAtText',
  'label.noneAtValue',
  'label.unknownRole',
  'label.general',
  'label.otherSum',
  'label.conflict',
]);

/** The cell with this finding in place of what its labels said before. */
export const withLabel = (cell: Grounded, found: Cap): Grounded => ({
  ...cell,
  caps: [...cell.caps.filter((given) => !isUnknown(given) && !isPrintedLabel(given) && !placed.has(given.name)), found],
});
const placed = new Set<CapName>(['label.place', 'label.remaining', 'label.quoted', 'label.unknownOwner']);

export const unnamed = ({ caps }: Grounded): Cap => {
  const conflict = caps.find((given) => isUnknown(given) && given.reason.startsWith('Label conflict'));
  return cap('label.unnamed', conflict?.reason ?? `${reasonText.header}: printed, but nothing there says that it is this field's`);
};
