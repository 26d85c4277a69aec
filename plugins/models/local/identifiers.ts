import { type Concept, datesIn, documentTitles, marksIn } from '../../../core/index.js';
import { type Find, quoteOf } from './find.js';
import { type Line, letters, placed, type Sheet } from './layout.js';
import { best, pairs } from './pairing.js';
import type { Taken } from './places.js';

type IdConcept = Extract<Concept, 'invoice_number' | 'order_number' | 'customer_number' | 'other_id'>;

/** The number that stands beside a label of the concept; for that of the document also the one after its title: `Invoice INV-7`. */
export function findIdentifier(sheet: Sheet, concept: IdConcept): Find | undefined {
  const labelled = best(pairs(sheet, { concepts: [concept], take: takeIdentifier }), exact);
  return labelled ?? (concept === 'invoice_number' ? (afterTitle(sheet) ?? underTitle(sheet) ?? afterSign(sheet)) : undefined);
}

/** Characters count, spaces and what only decorates do not. */
const exact = (value: string): string => value.replace(/[\s#:]/g, '');

/** An id at the beginning of a stretch: a word with a digit, and those after it while they look like parts of it. A date is none. */
export function takeIdentifier(line: Line, from: number, to: number): Taken | undefined {
  let at = from;
  while (at < to && /^[^\p{L}\p{N}]*$/u.test(line.words[at]?.text ?? '')) at += 1;
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
  const rest = end < to && /\p{L}{3}/u.test(line.words[end]?.text ?? '');
  return rest || parts.length === 1 ? { value: head, from: at, to: at + 1 } : { value: trimmed(parts.join(' ')), from: at, to: end };
}

/** The id in a word; where a label is glued to it, what follows the label: `n°562044387`, `Nr.:17`. */
function idIn(word: string, first: boolean): string | undefined {
  const own = first ? (/^\p{L}{1,20}[.:#°º]+(?=\S*\d)(\S+)$/u.exec(word)?.[1] ?? word) : word;
  const text = trimmed(own);
  return /\d/.test(text) && text.length <= 40 && !isDate(text) && !/[€$£%@]/.test(text) ? text : undefined;
}

/** A day; a time stamp without colons is an id. */
const isDate = (text: string): boolean => datesIn(text).length > 0 && !/\d[tT_]\d{4,6}$/.test(text);

const trimmed = (text: string): string => text.replace(/^[#:.,;(*]+|[:.,;)*]+$/g, '');

/** Further parts: digits or single marks between them; a word of letters belongs to something else. */
const isPart = (word: string): boolean => /^[\d/-]+[A-Z]{0,2}$/.test(word) || /^[-/]$/.test(word);

/** The id right after the title of the document, or after `No` that follows it. */
function afterTitle(sheet: Sheet): Find | undefined {
  for (const line of sheet.lines.slice(0, TITLE_LINES))
    for (const phrase of line.phrases) {
      const title = marksIn(phrase.text).find(({ name, from }) => name !== 'carry-over' && letters(phrase.text.slice(0, from)) === 0);
      const digit = title ? phrase.text.slice(title.to).search(/\d/) : -1;
      if (
        !title ||
        digit < 0 ||
        digit > BETWEEN ||
        !/^\W*(?:no|nr|number|nummer|numero|núm)?\W*[\p{L}/-]*$/iu.test(phrase.text.slice(title.to, title.to + digit))
      )
        continue;
      const place = placed(phrase, 'own', { from: title.to + digit, to: title.to + digit + 1 });
      const taken = takeIdentifier(line, place.from, phrase.to);
      if (!taken || taken.from !== place.from) continue;
      return {
        value: taken.value,
        page: line.page,
        quote: quoteOf(line, { from: phrase.from, to: taken.to }),
        confidence: 'likely',
        reason: 'exact',
      };
    }
  return undefined;
}
const TITLE_LINES = 60;
/** Between a title and its number stand at most this many characters. */
const BETWEEN = 16;

/** In a band of headers a bare title is the label of its number: `Klant | Factuur | Vervaldatum` over their values. */
function underTitle(sheet: Sheet): Find | undefined {
  const found = pairs(sheet, { concepts: ['own'], own: { words: documentTitles }, take: takeIdentifier });
  return best(
    found.filter(
      ({ place, label, labelLine }) =>
        place === 'below' && labelLine.phrases.some(({ labels, from }) => labels.length > 0 && from !== label.from),
    ),
    exact,
  );
}

/** `# 25463` or `N° 25463` on its own near the top. */
function afterSign(sheet: Sheet): Find | undefined {
  const found = sheet.lines
    .slice(0, SIGN_LINES)
    .flatMap((line) => line.phrases.filter(({ text }) => /^(?:#|n[°º]\.?)\s?\S+$/i.test(text)).map((phrase) => ({ line, phrase })));
  const [first, second] = found;
  const taken = first && !second ? takeIdentifier(first.line, first.phrase.to - 1, first.phrase.to) : undefined;
  return (
    first &&
    taken && { value: taken.value, page: first.line.page, quote: quoteOf(first.line, taken), confidence: 'likely', reason: 'header' }
  );
}
const SIGN_LINES = 15;
