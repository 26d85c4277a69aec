import { monthsNamed } from './months.js';
import { fold } from './normalise.js';

/** Legal forms of companies. Sources: EU Directive 2017/1132, annex II, and common forms elsewhere. */
const legalForms =
  /(?:^|[\s,])(?:GmbH|gGmbH|mbH|AG|KG|OHG|UG|e\.\s?K\.|GbR|e\.\s?V\.|SE|Ltd|Limited|LLC|L\.L\.C\.|LLP|PLC|plc|Inc|Incorporated|Corp|Corporation|Co|S\.?A\.?|SARL|S\.?à\.?r\.?l|SAS|SASU|EURL|SCI|S\.?L\.?U?|S\.?R\.?L\.?|SRL|S\.?p\.?A\.?|B\.?V\.?|N\.?V\.?|Lda|Unipessoal|AB|ApS|A\/S|AS|Oy|Oyj|d\.o\.o|d\.d|Sp\.?\s?z\s?o\.?\s?o|s\.r\.o|a\.s|Kft|Zrt|Pty|Pvt|Sdn|Bhd|EIRL|GesbR)\.?(?=$|[\s,.;·•|])/giu;

/** Whether a text contains the legal form of a company and something besides it. */
export const hasLegalForm = (text: string): boolean =>
  [...text.matchAll(legalForms)].some(([form]) => isWritten(form)) && !/^(?:co|as|se|ab|ag|sa|sl)\.?$/i.test(text);

/** A form of two letters counts only in its usual case: `SA`, not `Sa`, and not the word `as`. */
function isWritten(form: string): boolean {
  const letters = form.replace(/[^\p{L}]/gu, '');
  return letters.length > 2 || letters === letters.toUpperCase() || /^(?:Oy|Co|eK|eV)$/.test(letters);
}

/** Whether a line is a company name: it ends with a legal form. In the middle of a text the same letters may be words. */
export const isCompany = (line: string): boolean => line.includes(' ') && hasLegalForm(`· ${line.split(' ').at(-1)}`);

/**
 * Whether a text has a postal code beside letters: `10115 Berlin`, `Lakeside, OR 97000`, `AB12 3CD`, `1234 AB Utrecht`, `1000-205 Lisboa`.
 */
export const hasPostalCode = (text: string): boolean =>
  /(?:^|[\s,-])\d{4,6}(?:-\d{3,4})?\s+\p{L}{2}/u.test(text) ||
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
