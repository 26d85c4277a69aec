import { type Concept, namesFax, type PageLine, printedIdentifiers, squash, vatIdShape } from '../../../../core/text.js';
import { doubtful, type Find, findOn } from '../find.js';
import type { PlacedValue, TakenValue } from '../label-places.js';
import { type DocumentLayout, digitsIn, textOf } from '../layout.js';
import { best, type Paired, pairs } from '../pairing.js';

type ContactConcept = Extract<Concept, 'iban' | 'bic' | 'email' | 'website' | 'phone' | 'tax_id'>;

/** Finds an IBAN, e-mail or web address by its shape, a phone or tax number by its label, and a BIC by both. */
export function findContact(layout: DocumentLayout, concept: ContactConcept): Find | undefined {
  if (concept === 'tax_id') return best(taxIds(layout, [concept]));
  if (concept === 'phone') return byLabel(layout, concept);
  return byShape(layout, concept) ?? (concept === 'bic' ? byLabel(layout, concept) : undefined);
}

/** Every e-mail address, in document order. */
export const emailsOn = (layout: DocumentLayout): readonly PlacedValue[] => placesOf(layout, 'email');

/** Every IBAN, e-mail or web address that the document prints. */
export const everyContact = (layout: DocumentLayout, shape: Exclude<ContactShape, 'bic'>): readonly Find[] =>
  placesOf(layout, shape).map(certain);

/** What its shape or its check digits tell from any other text. */
type ContactShape = 'iban' | 'bic' | 'email' | 'website';

/** Everything of one shape, in document order. */
const placesOf = (layout: DocumentLayout, shape: ContactShape): readonly PlacedValue[] =>
  shape === 'website'
    ? layout.lines.flatMap((line) => sitesOn(line).map((taken) => ({ line, taken })))
    : printedIdentifiers(shape, layout.index).flatMap(({ text, span: { order, from, to } }) => {
        const line = layout.lines[order];
        return line ? [{ line, taken: { value: text, from, to } }] : [];
      });

const certain = ({ line, taken }: PlacedValue): Find => findOn(line, taken, { confidence: 'certain' });

/** The printed value of this shape; doubtful when the document prints several different ones. */
function byShape(layout: DocumentLayout, shape: ContactShape): Find | undefined {
  const found = placesOf(layout, shape);
  const [first] = found;
  if (!first) return undefined;
  const isOne = new Set(found.map(({ taken }) => squash(taken.value))).size === 1 || (shape === 'iban' && areListed(found));
  return isOne ? certain(first) : doubtful(certain(first));
}

/** Whether accounts stand one under the other: they are the same party's, and each may be paid to. */
const areListed = (found: readonly PlacedValue[]): boolean =>
  found.every(({ line }, at) => at === 0 || line.number - (found[at - 1]?.line.number ?? 0) <= maxLinesApart);
const maxLinesApart = 2;

const byLabel = (layout: DocumentLayout, concept: 'bic' | 'phone'): Find | undefined =>
  best(pairs(layout, { concepts: [concept], take: takers[concept] }).filter((pair) => concept !== 'phone' || !isFax(pair)));

/** Whether the number beside a label is one of a fax alone; `Tel./Fax` is both. */
export function isFax({ label, labelLine }: Paired): boolean {
  const phrase = labelLine.phrases.find(({ from, to }) => from <= label.from && label.from < to);
  return (
    namesFax(label.text) && !phrase?.labels.some(({ concept, end, text }) => concept === 'phone' && end <= label.start && !namesFax(text))
  );
}

/** The tax numbers beside labels of these concepts, and VAT numbers by their shape behind the name of the tax: `VAT IE6388047V`. */
export const taxIds = (layout: DocumentLayout, concepts: readonly Concept[]): readonly Paired[] => [
  ...pairs(layout, { concepts, take: takeTaxId }),
  ...pairs(layout, { concepts: ['tax', 'tax_rate'], take: takeVatId }),
];

function takeVatId(line: PageLine, from: number, to: number): TakenValue | undefined {
  const taken = takeTaxId(line, from, to);
  return taken && vatIdShape(taken.value) === 'valid-shape' ? taken : undefined;
}

/** The number of a tax office beside its label, where a VAT number stands beside it or elsewhere. */
export const officeNumber = (layout: DocumentLayout): Find | undefined =>
  best(
    pairs(layout, { concepts: ['tax_id', 'seller_tax_id'], take: takeTaxId }).filter(
      ({ label, taken }) => officeLabel.test(label.text) && vatIdShape(taken.value) !== 'valid-shape',
    ),
  );
const officeLabel = /steuer-?\s?(?:nr|nummer|no)|^st\.?-?\s?nr|^tax (?:no|number|ref)|fiscal/i;

/** Takes a tax number: a VAT id by its shape, else words with digits up to the first one with small letters. */
export function takeTaxId(line: PageLine, from: number, to: number): TakenValue | undefined {
  for (let end = Math.min(to, from + 6); end > from; end -= 1) {
    const text = cleaned(textOf(line, from, end));
    if (vatIdShape(text) === 'valid-shape') return { value: text, from, to: end };
  }
  const word = (at: number): string => line.words[at]?.text ?? '';
  // A whole number, and then letters before another one: `665-301-42-88 BDO 000148273`.
  const isNextNumber = (at: number): boolean =>
    /^[A-Z]{2,3}:?$/.test(word(at)) && /\d{5}/.test(word(at + 1)) && digitsIn(textOf(line, from, at)) >= minWholeDigits;
  let end = from;
  while (end < to && /^[^\p{Ll}]*\d[^\p{Ll}]*$|^[A-Z:]{1,3}$|^[-/:]$/u.test(word(end)) && !isNextNumber(end)) end += 1;
  const text = cleaned(textOf(line, from, end)).replace(/^[A-Z]{1,3}:\s*/, '');
  return digitsIn(text) >= minTaxDigits ? { value: text, from, to: end } : undefined;
}
const minTaxDigits = 5;
const minWholeDigits = 8;

const cleaned = (text: string): string => text.replace(/^[\s:#.–—-]+|[\s:,;.|·–—-]+$/g, '');

const takers = {
  bic(line: PageLine, from: number, to: number): TakenValue | undefined {
    for (let at = from; at < to; at += 1) {
      const text = cleaned(line.words[at]?.text ?? '');
      if (bicShape.test(text)) return { value: text, from: at, to: at + 1 };
      if (text !== '') return undefined;
    }
    return undefined;
  },
  phone: takePhone,
} as const;

/** Takes a telephone number: digits and the signs between them. */
export function takePhone(line: PageLine, from: number, to: number): TakenValue | undefined {
  let end = from;
  while (end < to && end < from + 8 && /^[-+()/.\d:]+$/.test(line.words[end]?.text ?? '')) end += 1;
  const text = cleaned(textOf(line, from, end));
  return digitsIn(text) >= minPhoneDigits ? { value: text, from, to: end } : undefined;
}

const minPhoneDigits = 6;

/** Source: ISO 9362. */
const bicShape = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** The web addresses of a line. */
const sitesOn = (line: PageLine): readonly TakenValue[] =>
  line.words.flatMap((word, at) => {
    const value = word.text.replace(/^[<([]|[>)\],;.]+$/g, '');
    return /^(?:https?:\/\/|www\.)[^\s@]{3,100}$/i.test(value) ? [{ value, from: at, to: at + 1 }] : [];
  });
