import { documentTitles } from '../../../../core/internal.js';
import { marksIn } from '../../../../core/text.js';
import { type Find, quoteOf } from '../find.js';
import { type DocumentLayout, letters, type PageLine, type Phrase, placed } from '../page/layout.js';
import { best, pairs } from '../page/pairing.js';
import { takeIdentifier } from './identifiers.js';

/** How many lines from the top a title may stand. */
const maxTypeTitleLines = 40;

/** The document's name for itself: the first phrase near the top that is mostly a title. */
export function findTitle(layout: DocumentLayout): Find | undefined {
  for (const line of layout.lines.slice(0, maxTypeTitleLines))
    for (const phrase of line.phrases) {
      const title = marksIn(phrase.text).find(
        ({ name, phrase: words }) => name !== 'carry-over' && letters(words) >= letters(phrase.text) * 0.6,
      );
      if (title) return { value: title.phrase, page: line.page, quote: phrase.text, confidence: 'certain', reason: 'header' };
    }
  return undefined;
}

/** The document number found by the title, where no label names it. */
export const titleNumber = (layout: DocumentLayout): Find | undefined => afterTitle(layout) ?? underTitle(layout) ?? afterSign(layout);

const maxNumberTitleLines = 60;
/** The most characters between a title and its number. */
const maxCharactersBetween = 16;

/** A number right after the title, or after a `No` that follows it: `Invoice INV-7`. */
function afterTitle(layout: DocumentLayout): Find | undefined {
  for (const line of layout.lines.slice(0, maxNumberTitleLines))
    for (const phrase of line.phrases) {
      const at = numberAfterTitle(phrase);
      const taken = at === undefined ? undefined : takeIdentifier(line, at, phrase.to);
      if (taken && taken.from === at) return { ...found(line, taken.value, { from: phrase.from, to: taken.to }), reason: 'exact' };
    }
  return undefined;
}

/** The word with the first digit after a title that opens its phrase. Undefined where other words stand between. */
function numberAfterTitle(phrase: Phrase): number | undefined {
  const title = marksIn(phrase.text).find(({ name, from }) => name !== 'carry-over' && letters(phrase.text.slice(0, from)) === 0);
  const rest = title ? phrase.text.slice(title.to) : '';
  const digit = rest.search(/\d/);
  if (
    !title ||
    digit < 0 ||
    digit > maxCharactersBetween ||
    !/^\W*(?:no|nr|number|nummer|numero|núm)?\W*[\p{L}/-]*$/iu.test(rest.slice(0, digit))
  )
    return undefined;
  return placed(phrase, 'own', { from: title.to + digit, to: title.to + digit + 1 }).from;
}

/** A bare title in a row of headers is the label of its number: `Klant | Factuur | Vervaldatum` above their values. */
function underTitle(layout: DocumentLayout): Find | undefined {
  const under = pairs(layout, { concepts: ['own'], own: { words: documentTitles }, take: takeIdentifier });
  return best(
    under.filter(
      ({ place, label, labelLine }) =>
        place === 'below' && labelLine.phrases.some(({ labels, from }) => labels.length > 0 && from !== label.from),
    ),
    (value) => value,
  );
}

const maxSignLines = 15;

/** `# 25463` or `N° 25463` on its own near the top. */
function afterSign(layout: DocumentLayout): Find | undefined {
  const signed = layout.lines
    .slice(0, maxSignLines)
    .flatMap((line) => line.phrases.filter(({ text }) => /^(?:#|n[°º]\.?)\s?\S+$/i.test(text)).map((phrase) => ({ line, phrase })));
  const [first, second] = signed;
  const taken = first && !second ? takeIdentifier(first.line, first.phrase.to - 1, first.phrase.to) : undefined;
  return first && taken && found(first.line, taken.value, taken);
}

const found = (line: PageLine, value: string, quoted: { readonly from: number; readonly to: number }): Find => ({
  value,
  page: line.page,
  quote: quoteOf(line, quoted),
  confidence: 'likely',
  reason: 'header',
});
