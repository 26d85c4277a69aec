/**
 * The piece of a text that prints a number, with its sign; undefined where there is none. Digits can mean several numbers (`1.234` is 1234
 * and 1.234), and any of them counts as a match, because the text alone cannot tell which one is meant.
 */
export function numberIn(text: string, value: number): string | undefined {
  const line = text
    .normalize('NFKC')
    .replace(/[\u2010-\u2014\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc\u2032`´]/g, "'");
  const prints = numbersIn(line, value);
  return (prints.find(({ digits }) => Number(digits) === Math.abs(value)) ?? prints.find((print) => isHundredth(print, value)))?.printed;
}

interface NumberMeaning {
  readonly printed: string;
  /** One meaning of the digits without their sign, as a plain decimal. */
  readonly digits: string;
}

/** A rate printed in percent can mean its hundredth. */
const isHundredth = ({ printed, digits }: NumberMeaning, value: number): boolean =>
  printed.endsWith('%') && Number(`${digits}e-2`) === Math.abs(value);

/** Every number of a line that has the sign of the value, once for each of its meanings. */
const numbersIn = (line: string, value: number): readonly NumberMeaning[] =>
  [...line.matchAll(/[.,]?\d+(?:[.,' ]\d+)*/g)].flatMap(({ 0: stretch, index }) =>
    partsOf(stretch).flatMap(({ piece, at }) => {
      const span = { line, from: index + at, to: index + at + piece.length };
      const printed = isWhole(span) ? signed(span, value) : undefined;
      return printed === undefined ? [] : meaningsOf(piece).map((digits) => ({ printed, digits }));
    }),
  );

/** A part of a line, by character positions; the end is exclusive. */
interface LineSpan {
  readonly line: string;
  readonly from: number;
  readonly to: number;
}

/** The whole stretch and, where it has spaces, every part between two of them: `2 1 500,00` contains 2, 1500.00 and 500.00. */
function partsOf(stretch: string): readonly { readonly piece: string; readonly at: number }[] {
  const ends = [...stretch.matchAll(/ |$/g)].map(({ index }) => index);
  const starts = [0, ...ends.slice(0, -1).map((end) => end + 1)];
  return starts.flatMap((at, first) => ends.slice(first).map((end) => ({ piece: stretch.slice(at, end), at })));
}

/** Digits joined to others by a hyphen, slash or colon are part of a date, a time or a code. */
const isWhole = ({ line, from, to }: LineSpan): boolean => !/\d[-/:]$/.test(line.slice(0, from)) && !/^[-/:]\d/.test(line.slice(to));

/** The numbers that the digits can mean without their sign, as plain decimals. */
function meaningsOf(piece: string): readonly string[] {
  const [, whole = '', mark, decimals = ''] = /^(.*?)(?:([.,])(\d+))?$/.exec(piece) ?? [];
  const asDecimal = mark !== undefined && !whole.includes(mark) && (whole === '' || isGrouped(whole)) ? [`${bare(whole)}.${decimals}`] : [];
  return isGrouped(piece) ? [bare(piece), ...asDecimal] : asDecimal;
}

/** Groups of three or Indian groups with one kind of mark (`1.234.567`, `12 345`, `12,34,567`), or digits without any mark. */
const isGrouped = (piece: string): boolean => /^(?:\d+|\d{1,3}([.,' ])\d{3}(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})$/.test(piece);
const bare = (digits: string): string => digits.replace(/\D/g, '') || '0';

const currency = String.raw`(?:\p{Sc}|\p{Lu}{3}|\p{L}{1,3}\.?)?`;
const minusBefore = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:-|\() ?${currency} ?$`, 'u');
const minusAfter = new RegExp(String.raw`^(?:-(?!\d)(?!-)| ?${currency}-(?!\w)| CR\b|CR\b| ?${currency} ?\))`, 'u');
const detached = /^ -(?!\S)/;

/** The number with its sign and percent sign; undefined where the sign differs from the value's. A detached minus can also be a dash. */
function signed({ line, from, to }: LineSpan, value: number): string | undefined {
  const [before, after] = [line.slice(0, from), line.slice(to)];
  const digits = line.slice(from, to);
  const percent = /^ ?%/.exec(after)?.[0] ?? '';
  const minus = minusBefore.test(before) || minusAfter.test(after.slice(percent.length));
  if (value >= 0 && (!minus || value === 0)) return digits + percent;
  return value < 0 && (minus || detached.test(after)) ? `-${digits}${percent}` : undefined;
}
