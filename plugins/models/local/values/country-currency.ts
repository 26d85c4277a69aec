import type { Find } from '../find.js';
import { type DocumentLayout, textOf } from '../page/layout.js';

/**
 * Signs of the country of a document that prints no currency: form of tax number, legal form, telephone prefix, country name.
 * Sources: the VAT numbers of VIES, the tax numbers of the countries' revenue offices, ITU-T E.164.
 */
const countries: readonly (readonly [currency: string, RegExp])[] = [
  ['EUR', /\b(?:ATU|DE|FR|IT|ES[A-Z]?|NL|BE|PT|IE|FI|EL|LU)[ .]?\d{3}[ .]?\d{3}[ .]?\d{2,3}(?:B\d\d)?\b|(?:\+|\b00)(?:49|43|33|34|39|31|32|351|353|358|352)[ (]\d/],
  ['MYR', /\bSdn\.? ?Bhd\b|\bMalaysia\b|\bGST\b[^\d]{0,12}00\d{10}\b|\+60[ -]?\d/i],
  ['GBP', /\bGB ?\d{3} ?\d{4} ?\d{2}\b|\+44[ (]\d|\bUnited Kingdom\b/],
  ['CHF', /\bCHE-?\d{3}\.\d{3}\.\d{3}\b|\+41 \d/],
  ['SEK', /\bSE\d{12}\b|\+46[ (]\d|\bOrg\.? ?nr\.? ?\d{6}-\d{4}\b/i],
  ['NOK', /\bNO ?\d{9} ?MVA\b|\+47 \d/],
  ['DKK', /\bCVR[^\d]{0,6}\d{8}\b|\+45 \d/],
  ['INR', /\bGSTIN\b|\bPvt\.? Ltd\b|\+91[ -]?\d/i],
  ['AUD', /\bABN\b[^\d]{0,4}\d{2} ?\d{3} ?\d{3} ?\d{3}\b|\bPty\.? Ltd\b|\+61 \d/i],
  ['SGD', /\bPte\.? Ltd\b|\bSingapore\b|\+65 \d/i],
]; // biome-ignore format: a table

/** The currency of the only country that the document shows. It is a guess, because a seller may charge in another currency. */
export function ofCountry({ lines }: DocumentLayout): Find | undefined {
  const shown = countries.flatMap(([currency, cue]) => {
    const line = lines.find((other) => cue.test(textOf(other, 0, other.words.length)));
    return line ? [{ currency, line }] : [];
  });
  const [only, ...others] = shown;
  if (!only || others.length > 0) return undefined;
  const { currency, line } = only;
  return { value: currency, page: line.page, quote: textOf(line, 0, line.words.length), confidence: 'guess', reason: 'header' };
}
