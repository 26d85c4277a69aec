import type { Box } from '../../../../core/index.js';
import { documentTitles, marksIn, vatIdShape } from '../../../../core/text.js';
import { type Find, quoteOf } from '../find.js';
import type { TakenValue } from '../page/label-places.js';
import { type DocumentLayout, letters, linesBelow, middle, overlap, type PageLine, type Phrase, placed, right } from '../page/layout.js';
import { best, pairs } from '../page/pairing.js';
import { takeIdentifier } from './identifiers.js';

/** The document number found by the title, where no label names it. */
export const titleNumber = (layout: DocumentLayout): Find | undefined =>
  afterTitle(layout) ?? besideTitle(layout) ?? underTitle(layout) ?? afterSign(layout);

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

/** The word with the first digit after a title that opens its phrase, brackets aside. Undefined where other words stand between. */
function numberAfterTitle(phrase: Phrase): number | undefined {
  const title = marksIn(phrase.text).find(({ name, from }) => name !== 'carry-over' && letters(phrase.text.slice(0, from)) === 0);
  const rest = title ? phrase.text.slice(title.to).replace(/\([^)]*\)/g, (bracket) => ' '.repeat(bracket.length)) : '';
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

/** The number that fills the next text of the row, or the line right under a title that stands alone: `Invoice   INV-7`. */
function besideTitle(layout: DocumentLayout): Find | undefined {
  for (const line of layout.lines.slice(0, maxNumberTitleLines))
    for (const phrase of line.phrases.filter(isTitleAlone)) {
      const beside = line.phrases[line.phrases.indexOf(phrase) + 1];
      const taken = (beside && numberAlone(line, beside)) ?? numberBelow(layout, line, phrase);
      if (taken) return found(taken.line, taken.value, taken);
    }
  return undefined;
}

const isTitleAlone = ({ text }: Phrase): boolean =>
  marksIn(text).some(({ name, phrase }) => name !== 'carry-over' && letters(phrase) >= letters(text) * minTitleShare) &&
  !/[\d:]/.test(text);
/** `Sales Invoice` is a title, and so is `Fatura-Recibo No`. */
const minTitleShare = 0.45;

type PlacedNumber = TakenValue & { readonly line: PageLine };

/** The number in the first text under a title that starts or ends where it does. */
function numberBelow(layout: DocumentLayout, line: PageLine, { box }: Phrase): PlacedNumber | undefined {
  for (const under of linesBelow(layout, line, box, maxHeightsBelowTitle)) {
    const next = under.phrases.find((other) => overlap(other.box, box) > 0);
    if (next) return isAligned(next.box, box) ? numberAlone(under, next) : undefined;
  }
  return undefined;
}
const maxHeightsBelowTitle = 1.2;
const isAligned = (a: Box, b: Box): boolean =>
  Math.min(Math.abs(a.x - b.x), Math.abs(right(a) - right(b)), Math.abs(middle(a) - middle(b))) <= a.height;

/** The number that a phrase consists of. What also could be an amount, a phone or a tax number, or a mere count is none. */
function numberAlone(line: PageLine, phrase: Phrase): PlacedNumber | undefined {
  const taken = takeIdentifier(line, phrase.from, phrase.to);
  if (!taken || taken.from > phrase.from || taken.to < phrase.to || phrase.labels.length > 0) return undefined;
  const isOther =
    vatIdShape(taken.value) === 'valid-shape' ||
    /^\+|^\(?\d{1,2}$|^\d+[.,]\d{4,}$/.test(taken.value) ||
    line.numbers.some(({ from, value }) => from === phrase.from && (value.decimals === 2 || value.currency !== undefined));
  return isOther ? undefined : { ...taken, line };
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

/** `# 25463` or `N° 25463` on its own near the top; `No: 25463` is only a guess. */
function afterSign(layout: DocumentLayout): Find | undefined {
  const head = layout.lines.slice(0, maxSignLines);
  const numbers = (sign: RegExp) =>
    head.flatMap((line) =>
      line.phrases
        .filter(({ text }) => sign.test(text))
        .flatMap(({ to }) => {
          const taken = takeIdentifier(line, to - 1, to);
          return taken ? [found(line, taken.value, taken)] : [];
        }),
    );
  const signed = numbers(/^(?:#|n[°º]\.?)\s?\S+$/i);
  const [guess, ...others] =
    signed.length > 0 ? [] : numbers(/^(?:n[°ºo]|nr|num|nummer|number|numero|número|numéro|numer|broj)\.?\s?:?\s\S+$/iu);
  return signed.length === 1 ? signed[0] : guess && others.length === 0 ? { ...guess, confidence: 'guess' } : undefined;
}

const found = (line: PageLine, value: string, quoted: { readonly from: number; readonly to: number }): Find => ({
  value,
  page: line.page,
  quote: quoteOf(line, quoted),
  confidence: 'likely',
  reason: 'header',
});
