import type { Concept } from '../../contracts/concept.js';
import { amounts } from './lexicon/amounts.js';
import { grossLabels, netLabels } from './lexicon/composed.js';
import { dates } from './lexicon/dates.js';
import { europe } from './lexicon/europe.js';
import { identifiers } from './lexicon/identifiers.js';
import { columns } from './lexicon/lines.js';
import { parties } from './lexicon/parties.js';

export { carryOver, columns, creditNoteTitles, documentTitles } from './lexicon/lines.js';
export { payeeHeadings, roleHeadings } from './lexicon/parties.js';

/**
 * The labels under which each concept is printed, in the languages of the European Union, Arabic, Norwegian and Turkish. If two concepts
 * share a label, the first one listed here gets it, so sums of the document come before line columns.
 */
export const lexicon: Readonly<Record<Concept, readonly string[]>> = withMore(
  { ...amounts, ...dates, ...identifiers, ...parties, ...columns },
  europe,
  { subtotal: netLabels, total: grossLabels },
);

type Labels = Readonly<Partial<Record<Concept, readonly string[]>>>;

/** Appends the labels of further lists to those of the first one. */
function withMore(
  first: Readonly<Record<Concept, readonly string[]>>,
  ...more: readonly Labels[]
): Readonly<Record<Concept, readonly string[]>> {
  const all = { ...first };
  for (const labels of more)
    for (const [concept, added] of Object.entries(labels) as [Concept, readonly string[]][]) all[concept] = [...all[concept], ...added];
  return all;
}
