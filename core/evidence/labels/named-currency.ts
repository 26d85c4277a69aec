import { currencyCodeOf } from '../print/currency.js';
import { kindOf } from './concept-kind.js';
import { columnsIn, labelsIn } from './labels.js';

/** Whether a text is a label of amounts, or the header of a column of them, that names their currency: `Total € incl. VAT`, `Price (EUR)`. */
export function namesCurrency(text: string, printed: string): boolean {
  const wanted = currencyCodeOf(printed)?.code;
  const named = wanted !== undefined && text.split(/[\s/()[\]:,-]+/).some((word) => currencyCodeOf(word)?.code === wanted);
  return named && isAboutAmounts(text);
}

/** In a sentence that happens to hold such words they are little. */
const leastShare = 0.4;

function isAboutAmounts(text: string): boolean {
  const labels = labelsIn(text).filter(({ concept }) => concept !== 'own' && kindOf(concept) === 'amount');
  const headers = columnsIn(text).filter(({ name }) => kindOf(name) === 'amount');
  const said = Math.max(lettersOf(labels.map(({ label }) => label)), lettersOf(headers.map(({ phrase }) => phrase)));
  return said >= leastShare * lettersOf([text]) && said > 0;
}

const lettersOf = (texts: readonly string[]): number => texts.join('').match(/\p{L}/gu)?.length ?? 0;
