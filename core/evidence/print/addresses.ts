/** Words by which a company says what it is. Sources: EU Directive 2017/1132, annex II, and the common forms elsewhere. */
const legalForm =
  /(?:^|[\s,])(?:GmbH|gGmbH|mbH|AG|KG|OHG|UG|e\.\s?K\.|GbR|e\.\s?V\.|SE|Ltd|Limited|LLC|L\.L\.C\.|LLP|PLC|plc|Inc|Incorporated|Corp|Corporation|Co|S\.?A\.?|SARL|S\.?à\.?r\.?l|SAS|SASU|EURL|SCI|S\.?L\.?U?|S\.?R\.?L\.?|SRL|S\.?p\.?A\.?|B\.?V\.?|N\.?V\.?|Lda|Unipessoal|AB|ApS|A\/S|AS|Oy|Oyj|d\.o\.o|d\.d|Sp\.?\s?z\s?o\.?\s?o|s\.r\.o|a\.s|Kft|Zrt|Pty|Pvt|Sdn|Bhd|EIRL|GesbR)\.?(?=$|[\s,.;·•|])/iu;

/** Whether a text holds the legal form of a company, and is more than that. */
export const hasLegalForm = (text: string): boolean => legalForm.test(text) && !/^(?:co|as|se|ab|ag|sa|sl)\.?$/i.test(text);

/**
 * Whether a line is the name of a company: it ends with a legal form. In the middle of a text its letters may be words, `same as above`, and
 * two of them are a form only as forms are written: `SA`, not `Sa`.
 */
export function isCompany(line: string): boolean {
  const last = line.split(' ').at(-1) ?? '';
  const letters = last.replace(/[^\p{L}]/gu, '');
  const written = letters.length > 2 || letters === letters.toUpperCase() || /^(?:Oy|Co|eK|eV)$/.test(letters);
  return line.includes(' ') && written && hasLegalForm(`· ${last}`);
}

/** A postal code with letters beside it: `10115 Berlin`, `Lakeside, OR 97000`, `AB12 3CD`, `1234 AB Utrecht`, `1000-205 Lisboa`. */
export const hasPostalCode = (text: string): boolean =>
  /(?:^|[\s,-])\d{4,6}(?:-\d{3,4})?\s+\p{L}{2}/u.test(text) ||
  /\p{L}{2},?\s+\d{4,6}(?:-\d{4})?(?:,|$|\s+\p{Lu})/u.test(text) ||
  /\b[A-Z]{1,2}\d[A-Z\d]?\s+\d[A-Z]{2}\b/.test(text) ||
  /\b\d{4}\s?[A-Z]{2}\b/.test(text) ||
  /\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b/.test(text);
