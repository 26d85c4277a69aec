import { tag } from './pieces.js';

/** A day as every reader understands it, for formats whose order of day and month is that of the viewer's country. */
export const ownDay = 'yyyy-mm-dd';

/** Excel's "short" and "long date", and its time, are those of the viewer's country. */
const viewersDay = /^\[\$-(?:x-sysdate|F800)\]$/i;
const viewersTime = /^\[\$-(?:x-systime|F400)\]$/i;

/**
 * A section of a date format, written so that nobody misreads it. The file knows the day; '04/07/2025' does not tell it. So a month is a name or the
 * day is in the order of ISO 8601, and years have four digits: 'mm/dd/yy' is 'yyyy-mm-dd', and 'd-mmm-yy' is 'd-mmm-yyyy'. Times stay.
 */
export function plainDay(pieces: readonly string[]): string {
  if (pieces.some((piece) => viewersDay.test(piece))) return ownDay;
  const codes = codesOf(pieces.filter((piece) => !viewersTime.test(piece)));
  const written = codes.some(({ text, unit }) => unit === 'month' && /^m{3,4}$/i.test(text)) && !codes.some(isOtherCalendar);
  return written ? withFullYears(codes) : inOrder(codes);
}

interface Code {
  readonly text: string;
  /** Undefined for literals, times and everything else. */
  readonly unit?: 'year' | 'month' | 'day' | undefined;
}

const units = { y: 'year', e: 'year', b: 'year', g: 'year', m: 'month', d: 'day' } as const;

/** 'm' is a minute behind hours and before seconds (ECMA-376, part 1, 18.8.31). */
function codesOf(pieces: readonly string[]): readonly Code[] {
  const letters = pieces.map((text) => /^\[?([ymdhsgeb])\1*\]?$/i.exec(text)?.[1]?.toLowerCase());
  const neighbour = (at: number, step: 1 | -1): string | undefined => {
    for (let next = at + step; next >= 0 && next < pieces.length; next += step) if (letters[next]) return letters[next];
    return undefined;
  };
  return pieces.map((text, at) => {
    const letter = letters[at];
    const isMinute = letter === 'm' && (neighbour(at, -1) === 'h' || neighbour(at, 1) === 's' || text.startsWith('['));
    return { text, unit: isMinute ? undefined : units[letter as keyof typeof units] };
  });
}

/** Years of Buddha, of Japan's eras and of the Hijra: 'bbbb', 'gge', 'B2', or the third byte of a language, as numfmt has it, too: 7 in '[$-107041E]'. */
function isOtherCalendar({ text }: Code): boolean {
  const calendar = (Number.parseInt(tag.exec(text)?.[2] ?? '0', 16) >> 16) & 0xff;
  return /^[bge]+$/i.test(text) || calendar > 1;
}

const withFullYears = (codes: readonly Code[]): string => codes.map(({ text, unit }) => (unit === 'year' ? 'yyyy' : text)).join('');

/** The first to the last code of a date as one date of ISO 8601, with all of the day or only its month. A day alone, or a year, stays. */
function inOrder(codes: readonly Code[]): string {
  const has = (unit: Code['unit']): boolean => codes.some((code) => code.unit === unit);
  const order = has('day') && (has('month') || has('year')) ? ownDay : has('month') && has('year') ? 'yyyy-mm' : undefined;
  const text = (from: readonly Code[]): string => from.map((code) => code.text).join('');
  if (!order) return text(codes);
  const [first, last] = [codes.findIndex(({ unit }) => unit), codes.findLastIndex(({ unit }) => unit)];
  const behind = codes.slice(last + 1);
  const closesDay = /^[\\"]?[日일.]"?$/.test(behind[0]?.text ?? '');
  // A language would bring its own digits and calendar.
  return text([...codes.slice(0, first), { text: order }, ...behind.slice(closesDay ? 1 : 0)].filter((code) => !tag.test(code.text)));
}
