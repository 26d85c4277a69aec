import { format, formatColor, isDateFormat } from 'numfmt';
import { plainDay } from './days.js';
import { sectionsOf, tag } from './pieces.js';

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
  if (pattern.length > longestFormat || hasMoreDigits(number)) return unsure(number);
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

/** What a format hides or changes is not known where it is none, so the number in full is only told, as hidden. */
const unsure = (number: number): Shown => ({ text: String(number), unsure: true });

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
