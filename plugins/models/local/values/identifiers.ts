import { type Concept, currencyCodeOf, datesIn, labelsIn } from '../../../../core/text.js';
import type { Find } from '../find.js';
import type { TakenValue } from '../page/label-places.js';
import { type DocumentLayout, type PageLine, textOf } from '../page/layout.js';
import { best, type Paired, pairs } from '../page/pairing.js';

type IdConcept = Extract<Concept, 'invoice_number' | 'order_number' | 'customer_number' | 'other_id'>;

/** The number beside a label of the concept. */
export const findIdentifier = (layout: DocumentLayout, concept: IdConcept): Find | undefined =>
  best(
    pairs(layout, { concepts: [concept], take: takeIdentifier }).filter((pair) => !isOfBank(pair, layout)),
    exact,
  );

/** Whether an account is one at a bank: its details stand around it, and nothing says that it is the customer's. */
function isOfBank({ label, labelLine }: Paired, { lines }: DocumentLayout): boolean {
  if (!/account/i.test(label.text) || /customer|client/i.test(textOf(labelLine, Math.max(0, label.from - 2), label.to))) return false;
  const [box] = labelLine.words.slice(label.from, label.to).map((word) => word.box);
  const around = lines.filter(
    ({ page, words: [first] }) => box && first && page === labelLine.page && Math.abs(first.box.y - box.y) <= maxHeightsToBank * box.height,
  );
  return around.some((line) => bankWords.test(textOf(line, 0, line.words.length)));
}
const maxHeightsToBank = 6;
const bankWords = /\b(?:bank|iban|bic|swift|ifsc|sort code|routing|aba)\b/i;

/** Ids are compared character by character, without spaces and decoration. */
const exact = (value: string): string => value.replace(/[\s#:]/g, '');

/** Takes an id at the beginning of a range: a word with a digit, and the words after it that look like parts of it. Dates are not ids. */
export function takeIdentifier(line: PageLine, from: number, to: number): TakenValue | undefined {
  let at = from;
  while (at < to && /^[^\p{L}\p{N}]*$/u.test(line.words[at]?.text ?? '')) at += 1;
  const series = seriesAt(line, at, to);
  if (series) return series;
  const head = idIn(line.words[at]?.text ?? '', at === from);
  if (head === undefined || at >= to || line.dates.some((date) => date.from === at && !/^\d{8}$|\d[tT_]\d/.test(date.text)))
    return undefined;
  const parts = [head];
  let end = at + 1;
  while (
    end < to &&
    parts.length < 4 &&
    isPart(line.words[end]?.text ?? '') &&
    !line.dates.some((date) => date.from <= end && end < date.to)
  ) {
    parts.push(line.words[end]?.text ?? '');
    end += 1;
  }
  while (/^[-/]$/.test(parts.at(-1) ?? '')) {
    parts.pop();
    end -= 1;
  }
  const rest = end < to && /\p{L}{3}/u.test(line.words[end]?.text ?? '');
  return rest || parts.length === 1 ? { value: head, from: at, to: at + 1 } : { value: trimmed(parts.join(' ')), from: at, to: end };
}

/** A document type, series and number in the form that Portuguese law requires (Portaria 302/2016): `FT 2025/318`. */
function seriesAt(line: PageLine, from: number, to: number): TakenValue | undefined {
  const [letters = '', digits = ''] = line.words.slice(from, Math.min(to, from + 2)).map(({ text }) => text);
  const isSeries = /^\p{Lu}{2,4}$/u.test(letters) && !currencyCodeOf(letters) && labelsIn(letters).length === 0;
  const value = trimmed(digits);
  return isSeries && /^[\dA-Z]+\/\d+$/.test(value) && datesIn(value).length === 0
    ? { value: `${letters} ${value}`, from, to: from + 2 }
    : undefined;
}

/** The id in a word. Where a label is glued to it, the text after the label: `n°562044387`, `Nr.:17`. */
function idIn(word: string, first: boolean): string | undefined {
  const own = first ? (/^\p{L}[\p{L}-]{0,30}[.:#°º]+(?=\S*\d)(\S+)$/u.exec(word)?.[1] ?? word) : word;
  const text = trimmed(own);
  return /\d/.test(text) && text.length <= 40 && !isDate(text) && !/[€$£%@]/.test(text) ? text : undefined;
}

/** Whether a text is a day with separators. Digits in a row are an id, and so is a time stamp without colons. */
const isDate = (text: string): boolean => /\D/.test(text) && datesIn(text).length > 0 && !/\d[tT_]\d{4,6}$/.test(text);

const trimmed = (text: string): string => text.replace(/^[#:.,;([{*]+|[:.,;)\]}*]+$/g, '');

/** Whether a word continues an id: digits, or a single dash or slash. A word of letters belongs to something else. */
const isPart = (word: string): boolean => /^[\d/-]+[A-Z]{0,2}$/.test(word) || /^[-/]$/.test(word);
