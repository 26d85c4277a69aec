import type { Decimal } from '../contracts/amount.js';
import { decimal } from '../values/money.js';
import { yesOrNoIn } from './labels/concepts/statements.js';
import type { DocumentIndex } from './page/document-index.js';
import { byTheClock, isLength, timesOf, timeWritten } from './page/moments.js';
import type { ClaimedValue } from './page/occurrences.js';
import { signIsFree } from './page/signs.js';
import { clingingRate, withoutAffix } from './print/affixes.js';
import { canBeCurrency, currencyCodeOf } from './print/currency.js';
import { datesIn } from './print/dates.js';
import { fold, squash } from './print/normalise.js';
import { numbersIn, readNumber } from './print/numbers.js';

/**
 * The piece of a text that prints a value of an answer: ('Total 1.234,50 €', 1234.5) → '1.234,50'; undefined where none does. Digits that
 * can mean several numbers or days print each of them; `19 %` prints 19 and 0.19. Other texts are compared by whole runs of letters and
 * digits; a day (`2026-04-03`, `03.04.2026`) or a currency code may be spelt otherwise.
 */
export function printedIn(text: string, value: number | string | boolean): string | undefined {
  if (typeof value === 'boolean') return text.split(/[\s:,.;]+/).find((word) => yesOrNoIn(word) === value);
  if (typeof value === 'number') return numberIn(text, decimal(value));
  return hasRuns(text, value) ? value : (dayIn(text, daysMeantBy(value)) ?? currencyIn(text, value));
}

/** Whether the quote contains the value: as a number or date that it can be read as, or letter by letter. */
export function derivable({ typed, printed, field }: ClaimedValue, quote: string, index: DocumentIndex): boolean {
  if (typed.kind === 'literal' || typed.kind === 'currency') return true;
  if (typed.kind === 'text') {
    const time = timeWritten(printed);
    return (squash(printed) !== '' && squash(quote).includes(squash(printed))) || (time !== undefined && timesOf(quote).includes(time));
  }
  if (` ${fold(quote)} `.includes(` ${fold(printed)} `)) return true;
  const pieces = piecesOf(fold(quote).split(' ')).map(({ text }) => text);
  if (typed.kind === 'date') {
    return pieces.some((piece) => datesIn(piece).includes(typed.day)) || saysShortDay(quote, typed.day, { pieces, index });
  }
  const time = byTheClock(typed.amount, field);
  if (time !== undefined && timesOf(quote).includes(time) && isLength(time, timesOf(quote))) return true;
  const free = signIsFree(field, index);
  return pieces.flatMap(numbersOf).some((one) => one.eq(typed.amount) || (free && one.abs().eq(typed.amount.abs())));
}

/** Whether a quote has a day without its year, as the document prints it, and not as a part of another day. */
function saysShortDay(
  quote: string,
  day: string,
  { pieces, index }: { readonly pieces: readonly string[]; readonly index: DocumentIndex },
): boolean {
  const said = ` ${fold(quote)} `;
  const isPart = (text: string): boolean => pieces.some((piece) => ` ${piece} `.includes(text) && datesIn(piece).length > 0);
  return [...new Set(index.daysAt(day).map(({ text }) => ` ${fold(text)} `))].some((text) => said.includes(text) && !isPart(text));
}

/** A run of neighbouring words without the marks and glued labels around them. */
interface Piece {
  readonly text: string;
  /** Indexes of its words; the end is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** All runs of up to five neighbouring words. */
const piecesOf = (words: readonly string[]): readonly Piece[] =>
  words.flatMap((_, from) =>
    Array.from({ length: Math.min(maxPieceWords, words.length - from) }, (_, more) => {
      const to = from + more + 1;
      return { text: trimmed(words.slice(from, to).join(' ')), from, to };
    }),
  );

const maxPieceWords = 5;

const trimmed = (text: string): string =>
  text
    .replace(/^[^\p{L}\p{N}(+\-.,€$£¥]*(?:[\p{L}.]+[:=])?|[:;|]+$/gu, '')
    .replace(loneBracket, '')
    .trim();

/** One bracket of a pair belongs to the sentence: `(42 pieces)`. */
const loneBracket = /^\((?=[^)]*$)|\)$(?<=^[^(]*\))/;

/** The numbers that a piece can mean, also where a tax class, a product sign or its label clings to it. */
const numbersOf = (piece: string): readonly Decimal[] => [piece, withoutAffix(piece) ?? '', clingingRate(piece) ?? ''].flatMap(numbersIn);

/** The shortest piece that prints a number, with its percent sign; a percentage may mean its hundredth. A minus beside it counts. */
function numberIn(text: string, value: Decimal): string | undefined {
  const pieces = piecesOf(text.trim().split(/\s+/)).map((piece) => ({ ...piece, means: numbersOf(piece.text), percent: isPercent(piece) }));
  const negated = value.isZero()
    ? []
    : pieces.filter(({ text, means }) => !endsWithDash.test(text) && means.some((one) => one.eq(value.neg())));
  const own = pieces.filter(({ from, to }) => !negated.some((wider) => wider.from <= from && to <= wider.to));
  const exact = own.filter(({ means }) => means.some((one) => one.eq(value)));
  const [shortest] = [
    ...exact.filter(({ percent }) => percent),
    ...exact,
    ...own.filter(({ means, percent }) => percent && means.some((one) => one.div(100).eq(value))),
  ];
  return shortest?.text;
}

const isPercent = ({ text }: Piece): boolean => readNumber(text)?.percent ?? false;

/** Apart from its number, a dash after it may be only a dash. */
const endsWithDash = / [-\u2010-\u2014\u2212]$/u;

const dayIn = (text: string, days: readonly string[]): string | undefined =>
  days.length === 0
    ? undefined
    : piecesOf(text.trim().split(/\s+/)).find((piece) => datesIn(piece.text).some((day) => days.includes(day)))?.text;

/** The days that a value can mean, in the date formats that a schema can ask for. */
function daysMeantBy(value: string): readonly string[] {
  const iso = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(value)?.[0];
  if (iso !== undefined) return [iso];
  return /^\d{2}[./]\d{2}[./]\d{4}$/.test(value) ? datesIn(value.replaceAll('.', '/')) : [];
}

/** The sign or code in a text that means a currency; `code` is an ISO 4217 code. */
function currencyIn(text: string, code: string): string | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return undefined;
  return text
    .normalize('NFKC')
    .match(/\p{L}*\p{Sc}|\p{L}+/gu)
    ?.find((mark) => [mark, mark.at(-1) ?? ''].some((sign) => meansKnown(sign, code)));
}

function meansKnown(sign: string, code: string): boolean {
  const currency = currencyCodeOf(sign);
  return currency !== undefined && canBeCurrency(currency, code);
}

/** Whether a text contains another; a match may not start or end inside a run of letters or digits. */
function hasRuns(text: string, value: string): boolean {
  const wanted = runsOf(value).join('');
  const runs = runsOf(text);
  return wanted !== '' && runs.some((_, from) => opensWith(runs.slice(from), wanted));
}

const runsOf = (text: string): readonly string[] =>
  fold(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .match(/\p{N}+|\p{L}+/gu) ?? [];

function opensWith(runs: readonly string[], wanted: string): boolean {
  let rest = wanted;
  for (const run of runs) {
    if (rest === '' || !rest.startsWith(run)) break;
    rest = rest.slice(run.length);
  }
  return rest === '';
}
