import { format, formatColor, isDateFormat } from 'numfmt';

/** What a cell shows. */
export interface Shown {
  readonly text: string;
  /** The colour that the format gives the text: 'white', or 10 for '[Color 10]'. */
  readonly colour?: string | number;
  /** Set where a viewer shows something else, so that the text proves nothing. */
  readonly unsure?: true;
}

/** Of a format that a person can write; Excel takes no longer ones. */
const longestFormat = 255;

/** Numbers with more digits before the point have none behind it. */
const leastWhole = 1e15;

/** From 1904, as old files of a Mac count, to 1900. */
const daysFrom1904 = 1_462;

/** The first day that Excel does not show, of the year 10000; days before 1900 it does not show either. It fills the cell with '#'. */
const dayAfterLast = 2_958_466;

/**
 * A number as a cell shows it. Who opens the file sees the decimal sign and the separators of their own country, so they are one that nobody can
 * misread: a point, and no separators of thousands.
 */
export function shownNumber(number: number, pattern: string, { epoch1904 }: { readonly epoch1904: boolean }): Shown {
  if (pattern.length > longestFormat || hasMoreDigits(number) || fillsWithText(pattern)) return unsure(number);
  try {
    const plain = plainFormat(pattern);
    const isDay = isDateFormat(pattern);
    const counted = isDay && epoch1904 ? number + daysFrom1904 : number;
    if (isDay && (counted < 0 || counted >= dayAfterLast)) return unsure(number);
    const text = format(plain, isDay || isExact.test(plain) ? counted : decimalHalf(counted), { locale: 'en' }).trim();
    return isCutShort(text, plain) ? unsure(number) : { text, ...colourOf(plain, counted) };
  } catch {
    return unsure(number);
  }
}

/** What an invalid format hides or changes is unknown, so the number in full is only told, as hidden. */
const unsure = (number: number): Shown => ({ text: String(number), unsure: true });

/** A cell may be filled with a character: with spaces, dots or lines, but not with digits, which nobody tells from those of the number. */
const fillsWithText = (pattern: string): boolean => piecesOf(pattern).some((text) => /^\*[\p{L}\p{N}]/u.test(text));

/** Excel shows 15 digits of a number and zeros behind them, other programs 17, so that 1234567890123456 has two looks. */
const hasMoreDigits = (number: number): boolean => Math.abs(number) >= leastWhole && Number(number.toPrecision(15)) !== number;

/** Excel shows integers from 12 digits on as 2.02503E+11 in General, which is no number of an invoice; other programs show all digits. */
const isCutShort = (text: string, pattern: string): boolean => /General|@/i.test(pattern) && /\dE\+\d/.test(text);

function colourOf(pattern: string, content: number | string): Pick<Shown, 'colour'> {
  const colour = formatColor(pattern, content, { indexColors: false });
  return colour === null ? {} : { colour };
}

/** General rounds what is longer than a cell; conditions such as '[=1]' ask for the number itself. */
const isExact = /General|@|\[[<>=]/i;

/**
 * Excel rounds the 15 digits that it shows of a number, not the binary fraction nearest to them: 8.075 is 8.08 with two decimals, though its fraction
 * is a little less. The next larger fraction is rounded alike, and shows the same 15 digits.
 */
const decimalHalf = (number: number): number =>
  Math.abs(number) < leastWhole ? Number(number.toPrecision(15)) * (1 + Number.EPSILON) : number;

/** A text as a cell shows it: most formats say nothing of texts. */
export function shownText(text: string, pattern: string): Shown {
  if (pattern === 'General' || pattern === '@' || text.length > longestText) return { text };
  if (pattern.length > longestFormat) return { text, unsure: true };
  try {
    const plain = plainFormat(pattern);
    return { text: format(plain, text).trim(), ...colourOf(plain, text) };
  } catch {
    return { text, unsure: true };
  }
}

/** A format may repeat a text. */
const longestText = 1_000;

/** A format that shows the same to everybody; one that says nothing is none. */
const plainFormat = (pattern: string): string =>
  sectionsOf(pattern)
    .map((pieces) => (isDateFormat(pieces.join('')) ? plainDay(pieces) : withoutCountry(pieces)))
    .join(';') || 'General';

/** The country of a currency moves no separators, and those of thousands are left out; a comma behind the digits divides by 1,000. */
function withoutCountry(pieces: readonly string[]): string {
  const code = pieces.map((piece) => piece.replace(tag, (_, currency: string) => currency && `[$${currency}]`));
  return code.filter((piece, at) => piece !== ',' || !isDigit(code[at - 1]) || !isDigit(code[at + 1])).join('');
}

const isDigit = (piece: string | undefined): boolean => /^[#0?]$/.test(piece ?? '');

/** A day as every reader understands it, for formats whose order of day and month is that of the viewer's country. */
const ownDay = 'yyyy-mm-dd';

/** Excel's "short" and "long date", and its time, are those of the viewer's country. */
const viewersDay = /^\[\$-(?:x-sysdate|F800)\]$/i;
const viewersTime = /^\[\$-(?:x-systime|F400)\]$/i;

/**
 * A section of a date format, written so that nobody misreads it. The file knows the day; '04/07/2025' does not tell it. So a month is a name or the
 * day is in the order of ISO 8601, and years have four digits: 'mm/dd/yy' is 'yyyy-mm-dd', and 'd-mmm-yy' is 'd-mmm-yyyy'. Times stay.
 */
function plainDay(pieces: readonly string[]): string {
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

/** Quoted and escaped literals, the width and the repetition of a character, what stands in brackets, halves of a day, codes and single characters. */
const piece = /"[^"]*"?|[\\_*][\s\S]|\[[^\]]*\]?|am\/pm|a\/p|([ymdhsgeb])\1*|[\s\S]/gi;

/** The parts of a number format, none of them cut in the middle: 'd"."[Red]mm' is 'd', '"."', '[Red]' and 'mm'. */
const piecesOf = (pattern: string): readonly string[] => [...pattern.matchAll(piece)].map(([text]) => text);

/** The sections of a number format, for what is positive, negative, zero and text (ECMA-376, part 1, 18.8.31). */
function sectionsOf(pattern: string): readonly (readonly string[])[] {
  const sections: string[][] = [[]];
  for (const text of piecesOf(pattern)) {
    if (text === ';') sections.push([]);
    else sections.at(-1)?.push(text);
  }
  return sections;
}

/** A language or a calendar, '[$-409]', with the currency before it in '[$€-407]'. */
const tag = /^\[\$([^\]-]*)-([^\]]*)\]$/;
