import type { Concept } from '../../contracts/concept.js';
import { amounts } from './lexicon/amounts.js';
import { dates } from './lexicon/dates.js';
import { identifiers } from './lexicon/identifiers.js';
import { columns } from './lexicon/lines.js';
import { parties } from './lexicon/parties.js';

export { carryOver, columns, creditNoteTitles, documentTitles } from './lexicon/lines.js';
export { payeeHeadings, roleHeadings } from './lexicon/parties.js';

/**
 * The labels under which each concept is printed, in eleven languages. If two concepts share a label, the first one listed here gets it, so
 * sums of the document come before line columns.
 */
export const lexicon: Readonly<Record<Concept, readonly string[]>> = { ...amounts, ...dates, ...identifiers, ...parties, ...columns };
