import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { partyOf } from '../../labels/concepts/concept-kind.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { spelt } from '../../labels/concepts/name-words.js';
import { rolesIn } from '../../labels/labels.js';
import { isName } from '../../labels/nearby/names-under.js';
import { isFormWording } from '../../labels/parties/wording.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Span, wordsOf } from '../../page/page-index.js';
import { linesFrom, phraseAt } from '../../page/surroundings.js';
import { hasLegalForm, hasPostalCode } from '../../print/addresses.js';
import { squash } from '../../print/normalise.js';
import { cap, reasonText } from '../../scoring/caps.js';
import { hasContactDetails, namesDomain } from './role-signs.js';

/**
 * Judges whether a party's name is a name at all. The wording of a form is none, nor is a caption before a colon. Of the signs that a text
 * names somebody, two prove it and one shows it; without any it is a bare text.
 */
export function judgeName(name: string, { field, spans }: { field: Field; spans: readonly Span[] }, index: DocumentIndex): readonly Cap[] {
  const party = partyOf(field);
  if (spans.length === 0) return [];
  if (isOtherName(field) && (isHeading(name) || spans.every(isCaption)))
    return [cap('name.wording', `Label conflict: "${name}" is a heading, not a name`)];
  if (!party || conceptOf(field) !== `${party}_name`) return [];
  if (isFormWording(name)) return [cap('name.wording', `Label conflict: "${name}" is the wording of a form, not a name`)];
  if (spans.every(isCaption)) return [cap('name.wording', `Label conflict: "${name}" announces the value after it`)];
  const next = hasLegalForm(name) ? undefined : continuation(spans, index);
  if (next !== undefined) return [cap('name.goesOn', `${reasonText.multiple}: ${name}, and ${name} ${next} over two lines`)];
  const held = nameSigns.filter(({ holds }) => holds(name, spans, index)).map(({ sign }) => sign);
  if (held.length === 0) return [cap('name.bare', `${reasonText.exact}: nothing but its place says that this is a name`)];
  return [cap(held.length > 1 ? 'name.proven' : 'name.shown', `${reasonText.exact}: a name by its ${held.join(', ')}`)];
}

/** Whether a field without a concept asks for a name: `shipper.name`. */
const isOtherName = (field: Field): boolean => conceptOf(field) === undefined && /(?:^| )name$/.test(spelt(field.names.at(-1) ?? ''));

/** Whether a heading of a party takes up a whole text. */
const isHeading = (text: string): boolean =>
  rolesIn(text).some(({ from, to }) => !/[\p{L}\p{N}]/u.test(text.slice(0, from) + text.slice(to)));

/** Whether a colon follows, or opens the next text of the row: `Number : 4711`. */
const isCaption = (span: Span): boolean => /:$/.test(wordsOf(span).at(-1)?.text ?? '') || /^:/.test(span.row.words[span.to]?.text ?? '');

/** The line under a name in capitals that may belong to it: in capitals of the same size, with other type under it. */
function continuation(spans: readonly Span[], index: DocumentIndex): string | undefined {
  const span = spans.at(-1);
  const part = span && phraseAt(span, index);
  const [next, after] = part ? linesFrom(part, 'below', index) : [];
  if (!part || !next || !after || part.to !== span.to || Math.abs(next.box.height - part.box.height) > maxHeightGapPoints) return undefined;
  const same = isInCapitals(part.text) && isInCapitals(next.text) && !isInCapitals(after.text);
  return same && isName(next.text) && !isFormWording(next.text) ? next.text : undefined;
}
const maxHeightGapPoints = 0.5;
const isInCapitals = (text: string): boolean => text === text.toUpperCase();

interface NameSign {
  readonly sign: string;
  holds(name: string, spans: readonly Span[], index: DocumentIndex): boolean;
}

/** What shows that a text names somebody, besides its place on the page. */
const nameSigns: readonly NameSign[] = [
  { sign: 'legal form', holds: hasLegalForm },
  { sign: 'domain', holds: (_, spans, index) => spans.some((span) => namesDomain(span, index)) },
  { sign: 'address', holds: (_, spans, index) => linesUnder(spans, index).some(hasPostalCode) },
  { sign: 'contacts', holds: (_, spans, index) => linesUnder(spans, index).some(hasContactDetails) },
  { sign: 'recurrence', holds: recurs },
  { sign: 'form of a person’s name', holds: (name) => isPersonal(name) },
];

const linesUnder = (spans: readonly Span[], index: DocumentIndex): readonly string[] =>
  spans.flatMap((span) => phraseAt(span, index) ?? []).flatMap((part) => linesFrom(part, 'below', index).map(({ text }) => text));

/** Whether the name stands in two rows that differ: letterhead and bank details, but not the same heading of each page. */
function recurs(name: string, _: readonly Span[], { rows }: DocumentIndex): boolean {
  const key = squash(name);
  return key.length >= minRecurringLetters && new Set(rows.map(({ text }) => squash(text)).filter((text) => text.includes(key))).size > 1;
}
const minRecurringLetters = 4;

/** Two to four words with capitals, none of them known from forms: `Karl E. Coyote`. */
const isPersonal = (name: string): boolean =>
  /^\p{Lu}[\p{L}'’-]+(?: (?:\p{Lu}\.|(?:van|von|de|del|della|di|da|den|der|dos|le|la|el|al|y|e)|\p{Lu}[\p{L}'’-]+)){1,4}$/u.test(name) &&
  !name.split(' ').some(isFormWording);
