import { squash } from '../../print/normalise.js';

/**
 * The names of the domains of sites and mailboxes in a text, without those that many share: `info@kraxi.com`, `www.shop.kraxi.co.uk` →
 * `kraxi`. Each once, without accents and signs, of at least four letters or digits: shorter ones begin too many words.
 */
export function domainsIn(text: string): readonly string[] {
  const hosts = [...text.matchAll(/(?:@|www\.|https?:\/\/(?:www\.)?)([\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,})/giu)];
  const names = hosts.map(([, host = '']) => squash(nameOf(host.split('.').slice(0, -1))));
  return [...new Set(names)].filter((name) => name.length >= minNameLetters && !shared.has(name));
}
const minNameLetters = 4;

/** The registered name: the last part before the country, but for the kinds of names that some countries put between. */
function nameOf(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 && secondLevels.has(last.toLowerCase()) ? (parts.at(-2) ?? '') : last;
}

/** Source: the second levels of ccTLDs in the Public Suffix List that stand for kinds of holders. */
const secondLevels = new Set('co com org net gov gob gouv edu ac or ne nom'.split(' '));

/** Mail providers that many share, providers of payments, and names of examples. */
const shared = new Set(
  'gmail googlemail outlook hotmail yahoo icloud gmx web aol live example mail email proton protonmail freenet orange wanadoo free libero paypal'.split(
    ' ',
  ),
);
