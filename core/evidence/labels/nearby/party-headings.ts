import type { DocumentIndex } from '../../page/document-index.js';
import type { Row, Span } from '../../page/page-index.js';
import { squash } from '../../print/normalise.js';
import { type Role, type RoleMatch, rolesIn } from '../labels.js';
import { payeeHeadings } from '../lexicon.js';
import { textAbove, textLeft } from './label-beside.js';

/** The heading of a party's block, and the party's role. */
export interface PartyHeading {
  readonly role: Role;
  readonly text: string;
}

/** Headings can be as short as `To` and `An`. */
const minHeadingLetters = 2;
/** The most texts above a name that are searched for its heading, and the empty space, in line heights, that ends a block. */
const maxTextsAbove = 8;
const maxGapHeights = 4;

/** The nearest heading: right before the name, else above it in the same column. */
export function partyHeading(span: Span, index: DocumentIndex): PartyHeading | undefined {
  const left = textLeft(span);
  const before = roleBefore(left);
  if (before) return { role: before, text: left };
  let { order, row } = span;
  for (let steps = 0; steps < maxTextsAbove; steps += 1) {
    const above = textAbove({ ...span, order }, index, minHeadingLetters);
    if (!above || spaceBetween(above.row, row) > maxGapHeights * span.row.box.height) return undefined;
    const role = headingRole(above.text);
    if (role) return { role, text: above.text };
    ({ row } = above);
    order = index.rows.indexOf(row);
  }
  return undefined;
}

const spaceBetween = (upper: Row, lower: Row): number => lower.box.y - upper.box.y - upper.box.height;

/** Shorter headings such as `To` or `An` are also common words, so they must open the text with a capital. */
const minPlainLetters = 5;
/** A text with more other words than this is a sentence. */
const maxWordsBeside = 3;

/** The role that a text names as a heading, at its beginning or end. A role inside a sentence is not a heading. */
export function headingRole(text: string): Role | undefined {
  const roles = rolesIn(text);
  const [first] = roles;
  const last = roles.at(-1);
  if (last && isLong(last) && !hasLetter(text.slice(last.to)) && wordsIn(text.slice(0, last.from)) <= maxWordsBeside) return last.name;
  return first && opens(first, text) && wordsIn(text.slice(first.to)) <= maxWordsBeside ? first.name : undefined;
}

/** The role that the words right before a value give it: `Bill to: Beta Ltd`. */
export function roleBefore(text: string): Role | undefined {
  const last = rolesIn(text).at(-1);
  return last && !hasLetter(text.slice(last.to)) && (isLong(last) || opens(last, text) || /:\s*$/.test(text)) ? last.name : undefined;
}

const isLong = ({ phrase }: RoleMatch): boolean => phrase.length >= minPlainLetters;
const opens = (match: RoleMatch, text: string): boolean =>
  !hasLetter(text.slice(0, match.from)) && (isLong(match) || /^\P{L}*\p{Lu}/u.test(text));

const payees = new Set(payeeHeadings.map(squash));

/** Whether a heading names only the payee. */
export function isPayeeHeading(text: string): boolean {
  const roles = rolesIn(text);
  return roles.length > 0 && roles.every(({ phrase }) => payees.has(squash(phrase)));
}

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);
const wordsIn = (text: string): number => text.split(/\s+/).filter(hasLetter).length;

/** Whether a text is a form of address on a line of its own, such as `Herrn`: the name follows. */
export const isFormOfAddress = (text: string): boolean =>
  /^(?:herrn?|frau|herr und frau|familie|firma|mr|mrs|ms|miss|m|mme|mlle|monsieur|madame|messieurs|sr|sra|señor|señora|sig|sig\.?ra|spett\.?(?:le)?|de heer|mevrouw|exmos?\.? srs?)[.:,]?$/iu.test(
    text.trim(),
  );
