import type { Fault } from '../../kit/fault.js';
import { readingFaults } from '../../kit/reading-faults.js';
import { hiddenTotal } from './plant/hidden-total.js';
import { secondDocument } from './plant/second-document.js';

/** The faults of evidence.md §15, in its order, and those that came later: those of a reading, and two that change the document. */
export const faults: readonly Fault[] = [...readingFaults, hiddenTotal, secondDocument].toSorted((a, b) => a.number - b.number);
