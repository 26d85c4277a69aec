import { once } from '../../../../core/index.js';
import { hasLegalForm, isCountryCode, squash } from '../../../../core/text.js';

/** Whether a text holds a street with a number, a street by its kind, or a post office box. */
export const isStreet = (text: string): boolean =>
  /^\d{1,5}[a-z]?(?:[/-]\d+)?,?\s+\p{L}/iu.test(text) ||
  /\p{L}[.\s]\s*\d{1,4}\s?[a-z]?(?:$|[,;/-])/iu.test(text) ||
  /\bP\.?\s?O\.?\s?Box\b/i.test(text) ||
  (kindOfStreet.test(text) && !hasLegalForm(text));

/**
 * The kind of a street: before its name in Romance and Slavic languages, also after its number, and behind or within the name in others.
 * Kinds that companies bear too, such as `Place` or `Square`, are left out. Source: the street types of OpenStreetMap's name keys.
 */
const kindOfStreet = new RegExp(
  [
    String.raw`(?:^|\d[a-z]?,?\s+)(?:${[
      'via|viale|corso|piazza|piazzale|vicolo|contrada|rue|avenue|av\\.|boulevard|bd\\.?|chemin|impasse|allée|allee|quai|calle|c/|avenida|avda\\.?|paseo|carretera|travesía',
      'rua|praça|travessa|estrada|alameda|ulica|ul\\.|aleja|al\\.|plac|strada|str\\.|bulevardul|ulice|náměstí|jalan|jl\\.|οδός|ул\\.|улица',
    ].join('|')})(?:(?<=[./])\s*|\s+)\p{L}`,
    String.raw`^\p{Lu}[\p{L}.' -]*(?:\p{Ll}(?:straße|strasse|gasse|allee|straat|laan|gracht|gatan|vägen|gade|vej|vegen|katu)|\s(?:street|road|avenue|lane|boulevard|utca|Straße|Strasse|Str\.|Weg|Allee|Gasse))$`,
  ].join('|'),
  'iu',
);

/** Whether a text is a town with its country, as the last line of an address: `Springfield, USA`. */
export const isTown = (text: string): boolean => {
  const [, country = ''] = /^\p{Lu}[\p{L}.' -]*,\s*(\p{Lu}[\p{L}. ]*)$/u.exec(text) ?? [];
  return country !== '' && !hasLegalForm(text) && countries().has(squash(country));
};

/** Whether a text is the name of a country, in one of the languages of most documents. */
export const isCountry = (text: string): boolean => countries().has(squash(text));

/** The countries by their names in the languages of most documents. Source: CLDR. */
const countries = once((): ReadonlySet<string> => {
  const names = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv'].flatMap((language) => {
    const inLanguage = new Intl.DisplayNames([language], { type: 'region' });
    return codes.flatMap((code) => inLanguage.of(code) ?? []);
  });
  return new Set(
    [...names, 'USA', 'U.S.A.', 'UK', 'England', 'Scotland', 'Wales', 'Holland'].map(squash).filter((name) => !givenNames.has(name)),
  );
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode);

/** Countries that are people's names, too: `Smith, Jordan`. */
const givenNames = new Set(['chad', 'georgia', 'israel', 'jordan']);
