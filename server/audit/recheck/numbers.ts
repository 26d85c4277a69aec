/**
 * The piece of a text that prints a number, with its sign; undefined where none does. Each stretch of digits may mean several numbers
 * (`1.234` is 1234 and 1.234), and any of them will do: which one is meant is not for this text alone to say.
 */
export function numberIn(text: string, value: number): string | undefined {
  const line = text
    .normalize('NFKC')
    .replace(/[\u2010-\u2014\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc\u2032`´]/g, "'");
  const prints = printsIn(line, value);
  return (prints.find(({ digits }) => Number(digits) === Math.abs(value)) ?? prints.find((print) => isHundredth(print, value)))?.printed;
}

interface Print {
  readonly printed: string;
  /** One meaning of the digits without their sign, as a plain decimal. */
  readonly digits: string;
}

/** A rate in percent may stand for its hundredth. */
const isHundredth = ({ printed, digits }: Print, value: number): boolean =>
  printed.endsWith('%') && Number(`${digits}e-2`) === Math.abs(value);

/** All numbers of a line with the sign of the value, each in each of its meanings. */
const printsIn = (line: string, value: number): readonly Print[] =>
  [...line.matchAll(/[.,]?\d+(?:[.,' ]\d+)*/g)].flatMap(({ 0: stretch, index }) =>
    partsOf(stretch).flatMap(({ piece, at }) => {
      const place = { line, from: index + at, to: index + at + piece.length };
      const printed = isWhole(place) ? signed(place, value) : undefined;
      return printed === undefined ? [] : readings(piece).map((digits) => ({ printed, digits }));
    }),
  );

/** Part of a line, by its characters; the end is exclusive. */
interface Place {
  readonly line: string;
  readonly from: number;
  readonly to: number;
}

/** The whole stretch and, where it has spaces, all that stands between any two of them: `2 1 500,00` holds 2, 1500.00 and 500.00. */
function partsOf(stretch: string): readonly { readonly piece: string; readonly at: number }[] {
  const ends = [...stretch.matchAll(/ |$/g)].map(({ index }) => index);
  const starts = [0, ...ends.slice(0, -1).map((end) => end + 1)];
  return starts.flatMap((at, first) => ends.slice(first).map((end) => ({ piece: stretch.slice(at, end), at })));
}

/** Digits that a hyphen, a slash or a colon joins to others are part of a date, a time or a code. */
const isWhole = ({ line, from, to }: Place): boolean => !/\d[-/:]$/.test(line.slice(0, from)) && !/^[-/:]\d/.test(line.slice(to));

/** What the digits can mean without their sign, as plain decimals. */
function readings(piece: string): readonly string[] {
  const [, whole = '', mark, decimals = ''] = /^(.*?)(?:([.,])(\d+))?$/.exec(piece) ?? [];
  const asDecimal = mark !== undefined && !whole.includes(mark) && (whole === '' || isGrouped(whole)) ? [`${bare(whole)}.${decimals}`] : [];
  return isGrouped(piece) ? [bare(piece), ...asDecimal] : asDecimal;
}

/** `1.234.567`, `12 345`, `12,34,567`: groups of three, or Indian ones, with one kind of mark; digits without any mark are one group. */
const isGrouped = (piece: string): boolean => /^(?:\d+|\d{1,3}([.,' ])\d{3}(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})$/.test(piece);
const bare = (digits: string): string => digits.replace(/\D/g, '') || '0';

const currency = String.raw`(?:\p{Sc}|\p{Lu}{3}|\p{L}{1,3}\.?)?`;
const minusBefore = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:-|\() ?${currency} ?$`, 'u');
const minusAfter = new RegExp(String.raw`^(?:-(?!\d)(?!-)| ?${currency}-(?!\w)| CR\b|CR\b| ?${currency} ?\))`, 'u');
const detached = /^ -(?!\S)/;

/** The print with its sign and its percent sign; undefined where the sign is not that of the value. A minus apart from its number may be a dash. */
function signed({ line, from, to }: Place, value: number): string | undefined {
  const [before, after] = [line.slice(0, from), line.slice(to)];
  const digits = line.slice(from, to);
  const percent = /^ ?%/.exec(after)?.[0] ?? '';
  const minus = minusBefore.test(before) || minusAfter.test(after.slice(percent.length));
  if (value >= 0 && (!minus || value === 0)) return digits + percent;
  return value < 0 && (minus || detached.test(after)) ? `-${digits}${percent}` : undefined;
}
