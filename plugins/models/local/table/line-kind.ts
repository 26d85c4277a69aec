import { markIn } from '../../../../core/text.js';
import { type LabelConcept, letters, type PageLine, type Phrase, wordLetters } from '../page/layout.js';

const ends: readonly LabelConcept[] = ['total', 'tax', 'tax_rate', 'amount_due', 'prepaid', 'iban', 'payment_terms', 'payment_method'];
const passed: readonly LabelConcept[] = ['subtotal', 'other_amount', 'discount', 'charge', 'rounding', 'tip', 'withholding'];

/**
 * Whether a line is an item row, ends the table, or is skipped. Labels of sums that take up most of a row, or all of its first words, end
 * or skip it.
 */
export function kindOf(line: PageLine): 'row' | 'pass' | 'end' {
  const phrases = line.phrases.filter((phrase) => letters(phrase.text) > 0);
  const text = phrases.map((phrase) => phrase.text).join(' ');
  if (line.numbers.length < 3 && markIn(text) === 'carry-over') return 'pass';
  const opens = (concepts: readonly LabelConcept[]) => share(phrases.slice(0, 1), concepts) >= 0.8;
  if (isRateAlone(line, phrases)) return share(phrases, ends) >= 0.55 ? 'pass' : 'row';
  if (share(phrases, ends) >= 0.55 || opens(ends.filter((concept) => concept !== 'tax_rate'))) return 'end';
  const summary = share(phrases, [...ends, ...passed]) >= 0.55;
  if (summary && phrases.length >= 3 && line.numbers.every(({ value }) => value.percent)) return 'end';
  if (line.numbers.length === 0) return 'row';
  return line.numbers.length < 3 && (summary || opens(passed)) ? 'pass' : 'row';
}

/** Whether a line states a rate without an amount, as a note of the item above does: `Tax: 0.2%`. */
const isRateAlone = ({ numbers }: PageLine, phrases: readonly Phrase[]): boolean =>
  phrases.length === 1 && numbers.length > 0 && numbers.every(({ value }) => value.percent);

/** The share of letters in some phrases that belongs to labels of some concepts. */
function share(phrases: readonly Phrase[], concepts: readonly LabelConcept[]): number {
  const all = wordLetters(phrases.map(({ text }) => text).join(' '));
  const known = phrases.flatMap(({ labels }) => labels.filter(({ concept }) => concepts.includes(concept)));
  return known.reduce((sum, label) => sum + letters(label.text), 0) / Math.max(all, 1);
}
