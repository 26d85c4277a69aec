import type { Row } from '../page/page-index.js';
import { kindOf } from './concepts/concept-kind.js';
import { labelsIn, markIn } from './labels.js';

/** Whether a row of the page prints a sum, by its label: no row of what was sold. */
export const isSumRow = ({ text }: Row): boolean =>
  markIn(text) === 'carry-over' || labelsIn(text).some((match) => match.concept !== 'own' && kindOf(match.concept) === 'amount');
