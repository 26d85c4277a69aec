import type { Cap, CapName } from '../contracts/cap.js';
import type { Concept } from '../contracts/concept.js';
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
  caps: [...cell.caps.filter((given) => !(isUnknown(given) || isNotIts(given) || isPrintedLabel(given) || placed.has(given.name))), found],
});
const placed = new Set<CapName>(['label.place', 'label.remaining', 'label.quoted', 'label.unknownOwner']);

/**
 * That nothing names the value. A field of the caller's own would take whatever is printed, and of 1,231 such values in rows 8 were right (the
 * table of large models): they are not accepted, and no amounts, of which a page has many. What names, numbers and days of an invoice are worth
 * where nothing names them is learned.
 */
export function unnamed({ caps, field }: Grounded, what = "printed, but nothing there says that it is this field's"): Cap {
  const conflict = caps.find((given) => isUnknown(given) && given.reason.startsWith('Label conflict'));
  const isMeasured = measured.has(conceptOf(field)) && !field.path.includes('[]');
  return cap(isMeasured ? 'label.unnamed' : 'label.unproven', conflict?.reason ?? `${reasonText.header}: ${what}`);
}
const measured = new Set<Concept | undefined>(['invoice_number', 'issue_date', 'due_date', 'seller_name', 'buyer_name']);

/** That a value is not the field's, for this reason. */
export const refuted = (why: string): Cap => cap('label.refuted', `${reasonText.header}: ${why}`);

export const impossible = refuted('printed, but no such field can have this value');

/** Whether a finding says that nothing names a value. */
export const isUnnamed = ({ name }: Pick<Cap, 'name'>): boolean => name === 'label.unnamed' || name === 'label.unproven';

/** The same, or that it is not the field's. */
export const isNotIts = (given: Pick<Cap, 'name'>): boolean => isUnnamed(given) || given.name === 'label.refuted';
