import type { Concept } from './concepts/concepts.js';
import { amounts } from './lexicon/amounts.js';
import { dates } from './lexicon/dates.js';
import { identifiers } from './lexicon/identifiers.js';
import { columns } from './lexicon/lines.js';
import { parties } from './lexicon/parties.js';

export { carryOver, columns, creditNoteTitles, documentTitles } from './lexicon/lines.js';
export { payeeHeadings, roleHeadings } from './lexicon/parties.js';

/**
 * The labels under which each concept is printed, in eleven languages. Where two concepts share a label, the one listed first here has it:
 * sums of the document before columns of its lines.
 */
export const lexicon: Readonly<Record<Concept, readonly string[]>> = { ...amounts, ...dates, ...identifiers, ...parties, ...columns };
