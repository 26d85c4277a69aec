import {
  type Concept,
  currencyCodeOf,
  datesIn,
  isPrintedAsMoney,
  labelsIn,
  letters,
  marksIn,
  overlap,
  type PageLine,
  type Phrase,
  placed,
  vatIdShape,
} from '../../../../core/text.js';
import { type Find, findOn, type WordRange } from '../find.js';
import type { TakenValue } from '../label-places.js';
import { type DocumentLayout, linesBelow, textOf } from '../layout.js';
import { best, type Paired, pairs } from '../pairing.js';

type IdConcept = Extract<Concept, 'invoice_number' | 'order_number' | 'customer_number' | 'other_id'>;

/** The number beside a label of the concept. */
export const findIdentifier = (layout: DocumentLayout, concept: IdConcept): Find | undefined =>
  best(
    pairs(layout, { concepts: [concept], notOfAddress: true, take: takeIdentifier }).filter((pair) => !isOfBank(pair, layout)),
    exact,
  );

/** Whether an account is one at a bank: its details stand around it, and nothing says that it is the customer's. */
function isOfBank({ label, labelLine }: Paired, { lines }: DocumentLayout): boolean {
  if (!/account/i.test(label.text) || /customer|client/i.test(textOf(labelLine, Math.max(0, label.from - 2), label.to))) return false;
  const [box] = labelLine.words.slice(label.from, label.to).map((word) => word.box);
  const around = lines.filter(
    ({ page, words: [first] }) => box && first && page === labelLine.page && Math.abs(first.box.y - box.y) <= maxHeightsToBank * box.height,
  );
  return around.some((line) => bankWords.test(line.text));
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
  return parts.length === 1 ? { value: head, from: at, to: at + 1 } : { value: trimmed(parts.join(' ')), from: at, to: end };
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
  return /\d/.test(text) && text.length <= 40 && !/[€$£%@]/.test(text) ? text : undefined;
}

const trimmed = (text: string): string => text.replace(/^[#:.,;([{*]+|[:.,;)\]}*]+$/g, '');

/** Whether a word continues an id: digits, or a single dash or slash. A word of letters belongs to something else. */
const isPart = (word: string): boolean => /^[\d/-]+[A-Z]{0,2}$/.test(word) || /^[-/]$/.test(word);

/** The document number found by the title, where no label names it. */
export const titleNumber = (layout: DocumentLayout): Find | undefined =>
  afterTitle(layout) ?? besideTitle(layout) ?? afterSign(layout) ?? shaped(layout);

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
  const rest = title ? phrase.text.slice(title.to).replace(/\([^()]*\)/g, (bracket) => ' '.repeat(bracket.length)) : '';
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

/** The number in the first text under a title. */
function numberBelow(layout: DocumentLayout, line: PageLine, { box }: Phrase): PlacedNumber | undefined {
  for (const under of linesBelow(layout, line, box, maxHeightsBelowTitle)) {
    const next = under.phrases.find((other) => overlap(other.box, box) > 0);
    if (next) return numberAlone(under, next);
  }
  return undefined;
}
const maxHeightsBelowTitle = 1.2;

/** The number that a phrase consists of. What also could be an amount, a phone or a tax number, or a mere count is none. */
function numberAlone(line: PageLine, phrase: Phrase): PlacedNumber | undefined {
  const taken = takeIdentifier(line, phrase.from, phrase.to);
  if (!taken || taken.from > phrase.from || taken.to < phrase.to || phrase.labels.length > 0) return undefined;
  const isOther =
    vatIdShape(taken.value) === 'valid-shape' ||
    /^\+|^\(?\d{1,2}$|^\d+[.,]\d{4,}$/.test(taken.value) ||
    line.numbers.some(({ from, value }) => from === phrase.from && isPrintedAsMoney(value));
  return isOther ? undefined : { ...taken, line };
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

/** The only text near the top that has the shape of a document number, with no label: `RE-2026-014`. */
function shaped(layout: DocumentLayout): Find | undefined {
  const numbers = layout.lines.slice(0, maxSignLines).flatMap((line) =>
    line.phrases.flatMap((phrase) => {
      const taken = numberShape.test(phrase.text) && !layout.body.has(line.number) ? numberAlone(line, phrase) : undefined;
      const before = line.phrases[line.phrases.indexOf(phrase) - 1];
      return taken && !before?.labels.length ? [found(line, taken.value, taken)] : [];
    }),
  );
  const [only, other] = numbers;
  return only && !other ? { ...only, confidence: 'guess' } : undefined;
}
const numberShape = /^\p{Lu}{1,5}-(?:\d{4}[-/])?\d{3,8}$/u;

const found = (line: PageLine, value: string, quoted: WordRange): Find =>
  findOn(line, { ...quoted, value }, { confidence: 'likely', reason: 'header' });
