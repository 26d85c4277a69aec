import { format, isDateFormat } from 'numfmt';

/** Of a format that a person can write; Excel takes no longer ones. */
const longestFormat = 255;

/** A day as every reader understands it, for formats whose order of day and month is that of the viewer's country. */
const ownDay = 'yyyy-mm-dd';

/** The formats that files name by number (ECMA-376, part 1, 18.8.30), those in the order or currency of the viewer's country without it. */
export const builtinFormats: ReadonlyMap<number, string> = new Map([
  [0, 'General'],
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '#,##0'],
  [6, '#,##0'],
  [7, '#,##0.00'],
  [8, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, ownDay],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, `${ownDay} h:mm`],
  [37, '#,##0;(#,##0)'],
  [38, '#,##0;(#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;(#,##0.00)'],
  [41, '#,##0'],
  [42, '#,##0'],
  [43, '#,##0.00'],
  [44, '#,##0.00'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);

/** From 1904, as old files of a Mac count, to 1900. */
const daysFrom1904 = 1_462;

/**
 * A number as a cell shows it. Who opens the file sees the decimal sign and the separators of their own country, so they are one that nobody can
 * misread: a point, and no separators of thousands.
 */
export function shownNumber(number: number, pattern: string, { epoch1904 }: { readonly epoch1904: boolean }): string {
  if (pattern.length > longestFormat) return format('General', number);
  try {
    if (isDateFormat(pattern)) return format(ownOrder(pattern), epoch1904 ? number + daysFrom1904 : number).trim();
    return format(withoutCountry(pattern), number, { locale: 'en' }).trim();
  } catch {
    // What is no format is shown as if there was none.
    return format('General', number);
  }
}

/** A text as a cell shows it: most formats say nothing of texts. */
export function shownText(text: string, pattern: string): string {
  if (pattern === 'General' || pattern === '@' || pattern.length > longestFormat || text.length > longestText) return text;
  try {
    return format(pattern, text).trim();
  } catch {
    return text;
  }
}

/** A format may repeat a text. */
const longestText = 1_000;

/** Excel's "short" and "long date" are those of the viewer's country. */
const ownOrder = (pattern: string): string =>
  /^\[\$-(?:x-sysdate|F800)\]/i.test(pattern) ? ownDay : pattern.replace(/^\[\$-(?:x-systime|F400)\]/i, '');

/** The country of a currency moves no separators, and those of thousands are left out; a comma behind the digits divides by 1,000. */
const withoutCountry = (pattern: string): string =>
  outsideQuotes(pattern.replace(/\[\$([^\]-]*)-[^\]]*\]/g, '[$$$1]'), (code) => code.replace(/(?<=[#0?]),(?=[#0?])/g, ''));

const outsideQuotes = (pattern: string, change: (code: string) => string): string =>
  pattern.replace(/"[^"]*"|\\.|[^"\\]+/g, (piece) => (/^["\\]/.test(piece) ? piece : change(piece)));
