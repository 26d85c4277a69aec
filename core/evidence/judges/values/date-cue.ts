import { memoizeByObject } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';

type Order = 'day-first' | 'month-first';

/**
 * Which part of a numeric date comes first where the document comes from: the United States write the month first, the countries of
 * IBANs, VAT ids and the euro the day, and so do those of a tax on goods and services but Canada. Undefined where both or neither show.
 */
export const dateCue = memoizeByObject((index: DocumentIndex): Order | undefined => {
  const text = index.rows.map((row) => row.text).join('\n');
  const american = /\b[A-Z]{2},? \d{5}(-\d{4})?\b|\bUSA\b|\bUnited States\b|\bEIN\b/.test(text);
  const european = /€|£|\bEUR\b|\bGBP\b|\bIBAN\b|\bVAT\b|\bMwSt\b|\bUSt\b|\bTVA\b|\bIVA\b|\bBTW\b/.test(text);
  const commonwealth =
    /\b(?:GST|GSTIN|Sdn\.? Bhd|Pte\.? Ltd|Pty\.? Ltd|Pvt\.? Ltd|Malaysia|Singapore|Australia|New Zealand|India)\b/i.test(text) &&
    !canadian.test(text);
  return american === (european || commonwealth) ? undefined : american ? 'month-first' : 'day-first';
});

/** Canada taxes goods and services as well, and writes dates in every order. */
const canadian = /\b(?:Canada|HST|PST|QST|TPS|TVQ|[A-Z]\d[A-Z] ?\d[A-Z]\d)\b/;
