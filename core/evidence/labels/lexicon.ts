import type { Concept } from '../../contracts/concept.js';
import { amounts } from './lexicon/amounts.js';
import { grossLabels, netLabels } from './lexicon/composed.js';
import { dates } from './lexicon/dates.js';
import { europe } from './lexicon/europe.js';
import { furtherColumns, furtherLabels, furtherRoles, furtherTitles } from './lexicon/further-languages.js';
import { identifiers } from './lexicon/identifiers.js';
import { columns as firstColumns, documentTitles as firstTitles } from './lexicon/lines.js';
import { roleHeadings as firstRoles, parties } from './lexicon/parties.js';

export { carryOver, creditNoteTitles } from './lexicon/lines.js';
export { payeeHeadings } from './lexicon/parties.js';

export const columnLabels = withMore(firstColumns, furtherColumns);
export const roleHeadings = withMore(firstRoles, furtherRoles);
export const documentTitles: readonly string[] = [...firstTitles, ...furtherTitles];

/**
 * The labels under which each concept is printed, in the languages of the European Union, Arabic, Norwegian and Turkish. If two concepts
 * share a label, the first one listed here gets it, so sums of the document come before line columns.
 */
export const lexicon: Readonly<Record<Concept, readonly string[]>> = withMore(
  { ...amounts, ...dates, ...identifiers, ...parties, ...columnLabels },
  europe,
  furtherLabels,
  { seller_name: furtherRoles.seller, buyer_name: furtherRoles.buyer },
  { subtotal: netLabels, total: grossLabels },
);

/** Appends the phrases of further lists to those of the first one. */
function withMore<Name extends string>(
  first: Readonly<Record<Name, readonly string[]>>,
  ...more: readonly Readonly<Partial<Record<Name, readonly string[]>>>[]
): Readonly<Record<Name, readonly string[]>> {
  const all: Record<Name, readonly string[]> = { ...first };
  for (const labels of more)
    for (const [name, added] of Object.entries(labels) as [Name, readonly string[]][]) all[name] = [...all[name], ...added];
  return all;
}
