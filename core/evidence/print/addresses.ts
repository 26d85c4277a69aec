import { once } from '../../values/memoize.js';
import { monthsNamed } from './dates.js';
import { isCountryCode } from './identifiers.js';
import { fold, squash } from './normalise.js';

/**
 * Legal forms of companies, in any case. Sources: EU Directive 2017/1132, annexes I and II, the forms of partnerships and cooperatives in the
 * member states, and common forms elsewhere.
 */
const legalForms =
  /(?:^|[\s,])(?:GmbH|gGmbH|mbH|KGaA|AG|KG|OHG|OG|UG|e\.\s?K\.|e\.\s?U\.|GbR|e\.\s?V\.|PartG(?:\s?mbB)?|SE|Ltd|Limited|LLC|L\.L\.C\.|LLP|PLC|Inc|Incorporated|Corp|Corporation|Co|PLLC|S\.?A\.?|S\.?A\.?U\.?|SARL|S\.?à\.?r\.?l|SAS|SASU|EURL|SCI|SELARL|SPRL|BVBA|ASBL|VZW|S\.?L\.?[UP]?|S\.\s?Coop|S\.?R\.?L\.?S?|S\.?p\.?A\.?|S\.n\.c|S\.a\.s|B\.?V\.?|N\.?V\.?|V\.O\.F|Lda|Ltda|Unipessoal|EIRELI|AB|Aktiebolag|ApS|A\/S|I\/S|AS|Oy|Oyj|OÜ|Tmi|d\.\s?o\.\s?o|j\.d\.o\.o|d\.d|s\.p|Sp\.?\s?z\s?o\.?\s?o|Sp\.\s?[jk]|spol\.\s?s\s?r\.\s?o|s\.\s?r\.\s?o|a\.s|v\.o\.s|k\.s|Kft|Zrt|Nyrt|Bt|Pty|Pvt|Pte|Sdn|Bhd|EIRL|GesbR|de\sC\.?V\.?|A\.?Ş|Şti|Ltée|ООД|ЕООД|ЕАД|ΕΠΕ|ΙΚΕ|Α\.?Ε|Ο\.?Ε|Ε\.?Ε)\.?(?=$|[\s,.;)·•|])/giu;

/** Forms whose letters are common words or abbreviations unless they are capitals. */
const capitalForms =
  /(?:^|[\s,"“”„])(?:(?<=, )PC|UAB|SIA|ASA|DAC|CLG|SNC|VOF|SCOP|GIE|SCP|SCRL|HB|KB|PFA|WLL|FZE|JSC|OOO)(?=$|[\s,.;)·•|"“”])/gu;

/** Whether a text contains the legal form of a company and a name besides it. */
export const hasLegalForm = (text: string): boolean => formsIn(text).length > 0 && namesBeside(text);

const formsIn = (text: string): readonly RegExpExecArray[] => [
  ...[...text.matchAll(legalForms)].filter(([form]) => isWritten(form)),
  ...text.matchAll(capitalForms),
];

/** A form of two letters counts only in its usual case: `SA`, not `Sa`, and not the word `as`. */
function isWritten(form: string): boolean {
  const letters = form.replace(/[^\p{L}]/gu, '');
  return (
    letters.length > 2 ||
    letters === letters.toUpperCase() ||
    /^(?:Oy|Co|Bt|eK|eU|eV|Sp[jk])$/.test(letters) ||
    /\p{L}\.\s?\p{L}/u.test(form)
  );
}

/** Whether letters or digits remain besides the legal forms: `Sdn Bhd` and `GmbH & Co. KG` alone name nobody. */
const namesBeside = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(
    // Twice, because a match takes the space that the next form begins with.
    [legalForms, capitalForms, legalForms, capitalForms]
      .reduce((rest, forms) => rest.replace(forms, ' '), text)
      .replace(/\b(?:und|and|et|y)\b/gi, ''),
  );

/** Whether a line is a company name: it ends with a legal form. In the middle of a text the same letters may be words. */
export const isCompany = (line: string): boolean =>
  line.includes(' ') &&
  namesBeside(line) &&
  formsIn(line).some(({ index, 0: form }) => !/[\p{L}\p{N}]/u.test(line.slice(index + form.length)));

/**
 * Whether a text has a postal code beside letters: `10115 Berlin`, `Lakeside, OR 97000`, `AB12 3CD`, `1234 AB Utrecht`, `1000-205 Lisboa`,
 * `111 22 Stockholm`, `Göteborg 413 04 Sverige`, `00-950 Warszawa`. Source: the formats of the Universal Postal Union's addressing systems.
 */
export const hasPostalCode = (text: string): boolean =>
  /(?:^|[\s,-])\d{4,6}(?:-\d{3,4})?\s+\p{L}{2}/u.test(text) ||
  /(?:^|,\s*)(?:\d{3}\s\d{2}|\d{2}-\d{3})\s+\p{Lu}\p{L}/u.test(text) ||
  /^\p{Lu}\p{L}+,?\s+\d{3}\s\d{2}\s+\p{Lu}\p{Ll}{3,}$/u.test(text) ||
  /^\d{5}\p{Lu}\p{Ll}{2}/u.test(text) ||
  (/\p{L}{2},?\s+\d{4,6}(?:-\d{4})?(?:,|$|\s+\p{Lu})/u.test(text) && !endsWithMonth(text)) ||
  /\b[A-Z]{1,2}\d[A-Z\d]?\s+\d[A-Z]{2}\b/.test(text) ||
  /\b\d{4}\s?[A-Z]{2}\b/.test(text) ||
  /\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b/.test(text);

/** `February 2020` and `Mai 2020` are months, not towns with a postal code. */
function endsWithMonth(text: string): boolean {
  const [, word = ''] = /(\p{L}+)\.?,?\s+(?:19|20)\d{2}$/u.exec(text) ?? [];
  return monthsNamed(fold(word)).length > 0;
}

/** Whether a text is the name of a country, in a language of the lexicon. */
export const isCountryName = (text: string): boolean => countries().has(squash(text));

/** Source: Unicode CLDR, as `Intl` has it. */
const countries = once((): ReadonlySet<string> => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode);
  const names = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'ro', 'tr'].flatMap((language) => {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return codes.flatMap((code) => display.of(code) ?? []);
  });
  return new Set([...names, 'USA', 'U.S.A.', 'UK', 'England', 'Scotland', 'Wales', 'Holland'].map(squash));
});
