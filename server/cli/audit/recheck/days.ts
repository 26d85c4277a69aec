/** The languages whose month names are recognised, in the long and short forms that stand beside a day. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'sk', 'da', 'sv', 'nb', 'fi', 'hu', 'ro', 'hr', 'sl', 'tr', 'el', 'ru', 'uk', 'bg', 'et', 'lv', 'lt', 'ca', 'ar']; // biome-ignore format: a list

/** The piece of a text that prints a calendar day, in any order of its parts; undefined where there is none. `iso` is `YYYY-MM-DD`. */
export function dayIn(text: string, iso: string): string | undefined {
  const [year = '', month = '', day = ''] = iso.split('-');
  const line = text.normalize('NFKC');
  const y = hasShortForm(year) ? `(?:${year}|'?${year.slice(2)})` : year;
  const [m, d] = [`0?${Number(month)}`, `0?${Number(day)}`];
  const digits = [[d, m, y], [m, d, y], [year, m, d]].map(([a, b, c]) => `${a} ?([-/. ]) ?${b} ?\\1 ?${c}`); // biome-ignore format: a list
  const asian = `${year} ?年 ?${m} ?月 ?${d} ?日`;
  const patterns = [...digits, asian, `${year}${month}${day}`, ...withNames(Number(month), d, y)];
  for (const pattern of patterns) {
    const found = new RegExp(`(?<!\\d)(?<!\\d[-/.])(?:${pattern})(?!\\d)`, 'iu').exec(line);
    if (found) return found[0];
  }
  return undefined;
}

/** Two digits mean a year from 1970 to 2069. */
const hasShortForm = (year: string): boolean => Number(year) >= 1970 && Number(year) <= 2069;

/** `3 avril 2026`, `3rd of April, 2026`, `April 3, 2026`, `2026. április 3.`; at most one short word may separate two parts. */
function withNames(month: number, d: string, y: string): readonly string[] {
  const name = `(?:${monthNames(month).join('|')})\\.?`;
  const day = `${d}(?:st|nd|rd|th|er|º|ª|°|a|e|o)?`;
  const between = String.raw`[\s.,/'-]*(?:\p{L}{1,4}\.?[\s.,/'-]+)?`;
  return [
    [day, name, y],
    [name, day, y],
    [y, name, day],
  ].map((parts) => parts.join(between));
}

const names = new Map<number, readonly string[]>();

function monthNames(month: number): readonly string[] {
  const found =
    names.get(month) ?? [...new Set(languages.flatMap((language) => spellings(language, month)))].toSorted((a, b) => b.length - a.length);
  names.set(month, found);
  return found;
}

/** Long and short forms, with and without accents, and the first three or four letters, which people use as abbreviations. */
function spellings(language: string, month: number): readonly string[] {
  const forms = (['long', 'short'] as const).flatMap((form) => {
    const parts = new Intl.DateTimeFormat(language, { day: 'numeric', month: form, timeZone: 'UTC' }).formatToParts(
      Date.UTC(2026, month - 1, 3),
    );
    return parts.filter(({ type }) => type === 'month').map(({ value }) => value.replace(/[.\s]+$/, ''));
  });
  return forms.filter((form) => /\p{L}/u.test(form)).flatMap((form) => [form, unaccented(form), form.slice(0, 3), form.slice(0, 4)]);
}

const unaccented = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
