import type { Cap } from '../../../contracts/draft.js';
import type { Field } from '../../../schema/schema.js';
import { partyOf } from '../../labels/concepts/concept-kind.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { rolesIn } from '../../labels/labels.js';
import { namesParty, namesUnder } from '../../labels/nearby/names-under.js';
import { headingRole, isPayeeHeading } from '../../labels/parties/role-heading.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { linesFrom, neighbour, type Part, partAt, partsByRow } from '../../page/parts.js';
import type { Span } from '../../page/span.js';
import { hasPostalCode, isCompany } from '../../print/addresses.js';
import { squash } from '../../print/normalise.js';
import { cap, reasonText } from '../../scoring/caps.js';
import { domainsOf, roleSign } from './role-signs.js';

/**
 * A party that the page names in more than one way: under another heading of the same role, by the company under a person, by a longer form
 * of the name, by the company that its first word is the name of, by a site whose name it is only a part of, by another company at the same address, by the company that sends the letter
 * where the name is that of who is paid. Then one of them is meant, and the place does not say which.
 */
export function judgePartyName(
  name: string,
  { field, spans, label }: { field: Field; spans: readonly Span[]; label: string | undefined },
  index: DocumentIndex,
): readonly Cap[] {
  const party = partyOf(field);
  if (!party || spans.length === 0 || conceptOf(field) !== `${party}_name`) return [];
  const places = spans.flatMap((span) => partAt(span, index) ?? []);
  const rival =
    namesUnder(party, index).find((block) => !block.some((line) => isPartOf(line, name)))?.[0] ??
    (isCompany(name)
      ? undefined
      : (companyUnder(places, index) ?? longerName(name, index) ?? registeredName(name, index) ?? nameOfSite(name, index))) ??
    places.flatMap((place) => companyAtAddressOf(place, name, index))[0] ??
    (label !== undefined && isPayeeHeading(label) && !places.some((place) => isSender(place, index))
      ? senderBeside(name, index)
      : undefined);
  return rival === undefined ? [] : [cap('uniqueness.several', `${reasonText.multiple}: ${name} and ${rival} for the ${party}`)];
}

/** Whether two texts say the same name, one of them perhaps with more around it. */
function isPartOf(a: string, b: string): boolean {
  const [one, other] = [squash(a), squash(b)];
  return one.includes(other) || other.includes(one);
}

/** A person and the company he buys for: the line under the name, unless it says itself whose it is. */
const companyUnder = (places: readonly Part[], index: DocumentIndex): string | undefined =>
  places
    .map((place) => neighbour(place, 'below', index)?.text)
    .find((text) => text !== undefined && isCompany(text) && rolesIn(text).length === 0);

/** The same name with a word or a number more, of a company or over an address: `Acme` and `Acme Trading Ltd`. */
const longerName = (name: string, index: DocumentIndex): string | undefined =>
  partsByRow(index)
    .flat()
    .find((part) => part.text.startsWith(name) && furtherWords.test(part.text.slice(name.length)) && namesParty(part, index))?.text;
/** Sentences go on with small letters, lists with commas. */
const furtherWords = /^(?:[ -](?:\p{Lu}[\p{L}.&-]*|\d{1,3})){1,2}$/u;

/** The company that the first word of the name is the whole name of: `Acme SAS` where the page also says `Acme Customer Service`. */
function registeredName(name: string, index: DocumentIndex): string | undefined {
  const [first = '', ...others] = name.split(' ');
  if (others.length === 0 || squash(first).length < minNameLetters) return undefined;
  return partsByRow(index)
    .flat()
    .map(({ text }) => text.split(' ').slice(0, 2).join(' '))
    .find((text) => text.startsWith(`${first} `) && isCompany(text) && !isPartOf(text, name));
}
const minNameLetters = 4;

/** What the site is called that bears the name and more of it: `techsupplies` where a logo says `Tech` in one line and the rest in another. */
const nameOfSite = (name: string, index: DocumentIndex): string | undefined =>
  domainsOf(index).find((domain) => domain.includes(squash(name)) && domain.length - squash(name).length >= minNameLetters);

/** Another company over the same address: the line with a postal code, and the street over it; neighbours may share a town. */
function companyAtAddressOf(place: Part, name: string, index: DocumentIndex): readonly string[] {
  const lines = linesFrom(place, 'below', index);
  const at = lines.findIndex(({ text }) => hasPostalCode(text));
  const [town, street] = [lines[at], lines[at - 1]];
  if (!town) return [];
  return partsByRow(index)
    .flat()
    .filter((part) => part.order !== town.order && squash(part.text) === squash(town.text))
    .map((part) => linesFrom(part, 'above', index).map(({ text }) => text))
    .filter((above) => !above.some((line) => isPartOf(line, name)))
    .filter((above) => street === undefined || squash(above[0] ?? '') === squash(street.text))
    .flatMap((above) => above.find(isCompany) ?? []);
}

/** A company that shows the signs of a sender, under no heading that says otherwise, and is not the one named. */
const senderBeside = (name: string, index: DocumentIndex): string | undefined =>
  partsByRow(index)
    .flat()
    .find((part) => part.row.page === 1 && isCompany(part.text) && !isPartOf(part.text, name) && isSender(part, index))?.text;

function isSender(part: Part, index: DocumentIndex): boolean {
  const sign = roleSign(part, index);
  return sign !== undefined && sign !== 'address window' && !linesFrom(part, 'above', index).some(({ text }) => headingRole(text));
}
