import { memoize } from '../../../../core/index.js';
import {
  hasLegalForm,
  hasPostalCode,
  isFormOfAddress,
  isFormWording,
  type LabelConcept,
  labelsIn,
  letters,
  markIn,
  marksIn,
  rolesIn,
  yesOrNoIn,
} from '../../../../core/text.js';
import { isStreet } from './places.js';

/** Whether a text is a phone, tax or account number without a label. */
export const isNumber = (text: string): boolean => /^(?:[A-Z]{2,3})?[\d\s()/.-]{7,}[A-Z]?$/.test(text);

/** Whether a text on a line of its own only leads to the name that follows: `Herrn`, `To`. */
export const isAddressing = (text: string): boolean => isFormOfAddress(text) || /^(?:an|to|attn)[.:,]?$/i.test(text.trim());

/** What stands before a name on its line: whom a bill or a payment goes to, or how a person is addressed. */
const addressing =
  /^(?:(?:remit|pay|bill|invoice|sold|ship)(?:ed|ped)? to:?|herrn?|frau|mr\.?|mrs\.?|ms\.?|miss|m\.|mme\.?|mlle\.?|monsieur|madame|señora?|sig\.|sig\.ra|de heer|mevrouw)\s+(?=\p{L})/iu;

/** The beginning of what a page says about itself or to its reader. */
const notice =
  /^(?:contact|kontakt|page|seite|pagina|página|original|copy|copie|kopie|duplica|duplikat|thank|welcome|your |ihre? |votre |su |attention)/i;

/** Longer texts are sentences. The limit keeps hostile ones cheap. */
const maxTextLength = 160;

/**
 * The party's name that a text consists of. Undefined where the text is something else, ends with a colon and announces a name, holds a
 * slash between captions, or is a remark in brackets.
 */
export const nameIn = memoize((text: string): string | undefined => {
  if (text.length > maxTextLength || /:\s*$|(?:^|\s)\/(?:\s|$)|^\/|^\s*\([^()]*\)\s*$/.test(text)) return undefined;
  const name = withoutTitle(beforeAddress(beforeTaxNumber(text)))
    .replace(addressing, '')
    .replace(/\s*[<(]?\S+@\S+[>)]?.*$/, '')
    .replace(registration, '')
    .replace(department, '')
    .replace(/^(?:name|company(?: name)?|firma|nom|nombre|nome|naam|raison sociale)\s*:\s*/i, '')
    .replace(/^[\s:;,.*·•|-]+|[\s:;,·•|-]+$/g, '');
  if (letters(name) < 2 || isAddressing(name) || notice.test(name) || name.length > 70 || name.split(' ').length > 9) return undefined;
  if (/\d{4}|https?:|www\.|[€$£%=]|#(?!\d{1,4}$)|:\s|\S:\S+:\S/.test(name) || letters(name) < name.replace(/\s/g, '').length * 0.6)
    return undefined;
  if (isStreet(name) || hasPostalCode(name) || isLabel(name) || isFormWording(name) || yesOrNoIn(name) !== undefined || isTitle(name))
    return undefined;
  return name;
});

/** `Acme SA CNPJ 06.981` → `Acme SA`. */
function beforeTaxNumber(text: string): string {
  const label = labelsIn(text).find(({ concept, from }) => (concept === 'tax_id' || concept === 'seller_tax_id') && from > 0);
  return label ? text.slice(0, label.from) : text;
}

/** `Acme GmbH Quay Road 1` → `Acme GmbH`; `Acme SAS CS 70002` → `Acme SAS`. Source: AFNOR NF Z 10-011 for boxes of the post. */
function beforeAddress(text: string): string {
  const words = text.replace(postBox, '').split(' ');
  const ends = (at: number): boolean => {
    const rest = words.slice(at).join(' ');
    const isAddress = !hasLegalForm(words[at] ?? '') && (isStreet(rest) || hasPostalCode(rest));
    return isAddress && hasLegalForm(words.slice(0, at).join(' '));
  };
  const end = words.findIndex((_, at) => ends(at));
  return (end < 0 ? words : words.slice(0, end)).join(' ');
}
const postBox = /\s+(?:BP|CS|TSA)\s*\d{2,5}$/;

/** Who reads the letter in a company, behind its name. */
const department =
  /\s+(?:Abteilung|Abt\.|Department|Dept\.|Departamento|Département|Dipartimento|Ufficio|Afdeling|Avdelning|Afdelingen|Dział|Osasto|Oddělení|Oddelenie|Odjel)\s.*$/u;

/** A company's register number in brackets behind its name: `(123456-D)`. */
export const registration = /(?:^|\s)[({[](?:(?:co|reg|no)[.:\s]{0,2}){0,3}[\p{L}\d]{0,3}\d{4,12}[\s-]{0,2}\p{L}{0,2}[)}\]]?\s*$/iu;

/** `Acme Inc. Invoice` → `Acme Inc.` */
function withoutTitle(text: string): string {
  const title = marksIn(text).findLast(({ to }) => letters(text.slice(to)) === 0);
  const before = title ? text.slice(0, title.from).trimEnd() : '';
  return hasLegalForm(before) ? before : text;
}

/** Whether a text is or opens with the title of a document. Within the name of a company the same word is none. */
const isTitle = (text: string): boolean =>
  ['title', 'credit-note'].includes(markIn(text) ?? '') &&
  (!hasLegalForm(text) || marksIn(text).some(({ from }) => letters(text.slice(0, from)) === 0));

const isHeading = (concept: LabelConcept): boolean => concept === 'seller_name' || concept === 'buyer_name';

/** Whether labels take up most of a text, or headings nearly all of it. */
const isLabel = (text: string): boolean => {
  const all = letters(text);
  return (
    labelsIn(text).some(({ label, concept }) => letters(label) >= all * (isHeading(concept) ? 0.95 : 0.6)) ||
    rolesIn(text).some(({ phrase }) => letters(phrase) >= all * 0.95)
  );
};
