import { hasLegalForm, isCountryName, squash } from '../../../../core/text.js';

/** Whether a text holds a street with a number, a street by its kind, or a post office box. */
export const isStreet = (text: string): boolean =>
  !partOfBuilding.test(text) &&
  (/^(?:\d{1,5}[a-z]?(?:[/-]\d+)?|\d{1,2}-\d{1,3}-\d{1,3}),?\s+\p{L}/iu.test(text) ||
    /\p{L}[.\s]\s*\d{1,4}\s?[a-z]?(?:$|[,;/-])/iu.test(text) ||
    /\bP\.?\s?O\.?\s?Box\b/i.test(text) ||
    (kindOfStreet.test(text) && !hasLegalForm(text)));

/** A part of a building alone is no street. Source: USPS Publication 28, appendix C2. */
const partOfBuilding = /^(?:suite|ste|unit|apt|apartment|floor|room|building|bldg)\b\.?\s*#?\w+$/i;

/**
 * The kind of a street: before its name in Romance and Slavic languages, also after its number, and behind or within the name in others.
 * Kinds that companies bear too, such as `Place` or `Square`, are left out. Source: the street types of OpenStreetMap's name keys.
 */
const kindOfStreet = new RegExp(
  [
    String.raw`(?:^|\d[a-z]?,?\s+)(?:${[
      'via|viale|corso|piazza|piazzale|vicolo|contrada|rue|avenue|av\\.|boulevard|bd\\.?|chemin|impasse|allée|allee|quai|calle|c/(?!o\\b)|avenida|avda\\.?|paseo|carretera|travesía',
      'rua|praça|travessa|estrada|alameda|ulica|ul\\.|aleja|al\\.|plac|strada|str\\.|bulevardul|ulice|náměstí|jalan|jl\\.|οδός|ул\\.|улица',
    ].join('|')})(?:(?<=[./])\s*|\s+)\p{L}`,
    String.raw`^\p{Lu}[\p{L}.' -]*(?:\p{Ll}(?:straße|strasse|gasse|allee|straat|laan|gracht|gatan|vägen|gade|vej|vegen|katu)|\s(?:street|road|avenue|lane|boulevard|utca|Straße|Strasse|Str\.|Weg|Allee|Gasse))$`,
  ].join('|'),
  'iu',
);

/** Whether a text can only be the name of a country. */
export const isCountry = (text: string): boolean => isCountryName(text) && !givenNames.has(squash(text));

/** Countries that are people's names, too: `Smith, Jordan`. */
const givenNames = new Set(['chad', 'georgia', 'israel', 'jordan']);

/** A town and its postal code as printed in one text; offsets count characters. */
export interface PrintedTown {
  /** Absent where the name before the code is that of a region. */
  readonly town?: string;
  readonly code?: string;
  /** How distinct the form of the code is; less is more. A number before a street looks like the codes of some countries. */
  readonly rank: number;
}

const name = String.raw`\p{Lu}[\p{L}\p{M}'’./ -]*?`;
const separator = String.raw`(?:^|[,;:·•●∙▪|]\s*|\s[–—-]\s+)`;
const end = String.raw`(?=\s*(?:$|[,;·•●∙▪|(]|\s[–—-]\s))`;

/** Source: USPS Publication 28, appendix B. */
const states =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming';

/**
 * Where a postal code says what is a town: before it in continental Europe and South America, after it elsewhere, with a state between in
 * North America and Australia, and often in India. Source: the formats of the Universal Postal Union's addressing systems.
 */
const forms: readonly RegExp[] = [
  new RegExp(`${separator}(?<town>${name}),?\\s+(?<code>[A-Z]{1,2}\\d[A-Z\\d]?\\s+\\d[A-Z]{2})\\b`, 'u'),
  new RegExp(`${separator}(?<town>${name}),?\\s+[A-Z]{2},?\\s+(?<code>\\d{5}(?:-\\d{4})?|[A-Z]\\d[A-Z]\\s?\\d[A-Z]\\d)\\b`, 'u'),
  new RegExp(`${separator}(?<town>${name}),?\\s+(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT)\\s+(?<code>\\d{4})${end}`, 'u'),
  new RegExp(`${separator}(?<town>${name}),\\s+(?:${states})\\s+(?<code>\\d{5}(?:-\\d{4})?)${end}`, 'u'),
  new RegExp(`(?:^|[\\s,;:·•●∙▪|])(?:[A-Z]{1,3}[ -])?(?<code>\\d{4}\\s?[A-Z]{2})\\s+(?<town>${name})${end}`, 'u'),
  new RegExp(
    `(?:^|[\\s,;:·•●∙▪|])(?:[A-Z]{1,3}[ -])?(?<code>\\d{3}\\s\\d{2}|\\d{2}-\\d{3}|\\d{4,5}(?:-\\d{3})?)(?:\\s+|\\s+[–—-]\\s+)(?<town>${name})${end}`,
    'u',
  ),
  new RegExp(`,\\s+${name},\\s+(?<code>\\d{6})${end}`, 'u'),
  new RegExp(`${separator}(?<town>${name})(?:,?\\s+|\\s+[–—-]\\s+)(?<code>\\d{4,6})${end}`, 'u'),
];

/** The town of a line of an address, if a postal code stands beside it: '12345 Berlin', 'Springfield, IL 62704', 'Plymouth PL1 2NX'. */
export function townIn(text: string): PrintedTown | undefined {
  for (const [rank, form] of forms.entries()) {
    const { town, code = '' } = form.exec(text)?.groups ?? {};
    if (town === undefined && code !== '') return { code, rank };
    const plain = town?.trim() ?? '';
    if (isTownName(plain) && !(isMonth.test(plain) && isYear.test(code))) return { town: plain, code, rank };
  }
  return undefined;
}

const isTownName = (text: string): boolean =>
  text.split(' ').length <= maxTownWords && !/^\p{Lu}{0,3}$|\s\p{Ll}+$/u.test(text) && !englishStreet.test(text) && !isCountry(text);

/** `Villeneuve-lès-Avignon` is one, `San Pedro de Alcantara` four. */
const maxTownWords = 4;

/** A number before an English street is no postal code: `1200 Main Street`. Source: USPS Publication 28, appendices C1 and C2. */
const englishStreet =
  /\b(?:street|st|road|rd|avenue|ave|av|lane|ln|drive|dr|boulevard|blvd|way|square|court|ct|place|pl|highway|hwy|floor|suite|unit|box|parkway|building|pkwy|circle|cir|terrace|ter|trail|trl|loop|plaza|plz|pike|alley|crescent|cres|close|ste)\.?$/i;

/** `March 2026` and `Mai 2026` are months. */
const isMonth = /^(?:jan|feb|f[eé]v|m[aä]r|apr|avr|abr|ma[iy]|jun|jui|jul|aug|ao[uû]t|ago|sep|o[ckt]t|nov|de[czs])\p{L}*$/iu;
const isYear = /^(?:19|20)\d{2}$/;

/** `Adres: Straat 123` */
const caption = /^\p{L}[\p{L} ]{1,20}:\s*/u;

/** The state of a line of an address in North America: `Springfield, IL 62704`. Source: USPS Publication 28, appendix B. */
export const stateIn = (text: string): string | undefined =>
  /\p{L},?\s+([A-Z]{2}),?\s+(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)\b/u.exec(text)?.[1];

/** The street of a line of an address: the part of it that has a number or names a kind of street, and no town. */
export function streetIn(text: string): string | undefined {
  const parts = text.split(/\s*[·•●∙▪|]\s*|,\s+/);
  return parts.map((part) => part.replace(caption, '')).find((part) => townIn(part) === undefined && isStreet(part));
}
