import { bicHolds, type Concept, ibanHolds, isCountryCode, labelsIn, squash, vatIdShape } from '../../../../core/text.js';
import { doubtful, type Find, quoteOf } from '../find.js';
import type { TakenValue } from '../page/label-places.js';
import { type DocumentLayout, type PageLine, textOf } from '../page/layout.js';
import { best, pairs } from '../page/pairing.js';

type ContactConcept = Extract<Concept, 'iban' | 'bic' | 'email' | 'website' | 'phone' | 'tax_id'>;

/** Finds an IBAN, e-mail or web address by its shape, a phone or tax number by its label, and a BIC by both. */
export function findContact(layout: DocumentLayout, concept: ContactConcept): Find | undefined {
  if (concept === 'phone' || concept === 'tax_id') return byLabel(layout, concept);
  return byShape(layout, concept) ?? (concept === 'bic' ? byLabel(layout, concept) : undefined);
}

/** A contact and the row it is printed in. */
export interface ContactPlace {
  readonly line: PageLine;
  readonly taken: TakenValue;
}

/** Every e-mail address, in document order. */
export const emailsOn = (layout: DocumentLayout): readonly ContactPlace[] => placesOf(layout, shapes.email);

const placesOf = ({ lines }: DocumentLayout, shape: (line: PageLine) => readonly TakenValue[]): readonly ContactPlace[] =>
  lines.flatMap((line) => shape(line).map((taken) => ({ line, taken })));

/** Every IBAN, e-mail or web address that the document prints. */
export const everyContact = (layout: DocumentLayout, concept: Exclude<keyof typeof shapes, 'bic'>): readonly Find[] =>
  layout.lines.flatMap((line) =>
    shapes[concept](line).map((taken) => ({
      value: taken.value,
      page: line.page,
      quote: quoteOf(line, taken),
      confidence: 'certain',
      reason: 'exact',
    })),
  );

/** The printed value of this shape; doubtful when the document prints several different ones. */
function byShape(layout: DocumentLayout, concept: keyof typeof shapes): Find | undefined {
  const found = placesOf(layout, shapes[concept]);
  const [first] = found;
  if (!first) return undefined;
  const { line, taken } = first;
  const find: Find = { value: taken.value, page: line.page, quote: quoteOf(line, taken), confidence: 'certain', reason: 'exact' };
  if (concept === 'iban' && areListed(found)) return find;
  return new Set(found.map((other) => squash(other.taken.value))).size > 1 ? doubtful(find) : find;
}

/** Whether accounts stand one under the other: they are the same party's, and each may be paid to. */
const areListed = (found: readonly ContactPlace[]): boolean =>
  found.every(({ line }, at) => at === 0 || line.number - (found[at - 1]?.line.number ?? 0) <= maxLinesApart);
const maxLinesApart = 2;

const byLabel = (layout: DocumentLayout, concept: 'bic' | 'phone' | 'tax_id'): Find | undefined =>
  best(pairs(layout, { concepts: [concept], take: takers[concept] }));

/** Takes a tax number: a VAT id by its shape, else words with digits up to the first one with small letters. */
export function takeTaxId(line: PageLine, from: number, to: number): TakenValue | undefined {
  for (let end = Math.min(to, from + 6); end > from; end -= 1) {
    const text = cleaned(textOf(line, from, end));
    if (vatIdShape(text) === 'valid-shape') return { value: text, from, to: end };
  }
  let end = from;
  while (end < to && /^[^\p{Ll}]*\d[^\p{Ll}]*$|^[A-Z:]{1,3}$|^[-/:]$/u.test(line.words[end]?.text ?? '')) end += 1;
  const text = cleaned(textOf(line, from, end)).replace(/^[A-Z]{1,3}:\s*/, '');
  return (text.match(/\d/g) ?? []).length >= 5 ? { value: text, from, to: end } : undefined;
}

const cleaned = (text: string): string => text.replace(/^[\s:#.]+|[\s:,;.]+$/g, '');

const takers = {
  tax_id: takeTaxId,
  bic(line: PageLine, from: number, to: number): TakenValue | undefined {
    for (let at = from; at < to; at += 1) {
      const text = cleaned(line.words[at]?.text ?? '');
      if (bicShape.test(text)) return { value: text, from: at, to: at + 1 };
      if (text !== '') return undefined;
    }
    return undefined;
  },
  phone(line: PageLine, from: number, to: number): TakenValue | undefined {
    let end = from;
    while (end < to && end < from + 8 && /^[-+()/.\d:]+$/.test(line.words[end]?.text ?? '')) end += 1;
    const text = cleaned(textOf(line, from, end));
    return (text.match(/\d/g) ?? []).length >= 6 ? { value: text, from, to: end } : undefined;
  },
} as const;

const shapes = {
  email: (line: PageLine) => wordsLike(line, /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/),
  /** Many words have the shape of a BIC: its label must stand right before it, wherever in the row. */
  bic: (line: PageLine) => wordsLike(line, bicShape).filter(({ value, from }) => bicHolds(value) && isLabelled(line, from)),
  website: (line: PageLine) => wordsLike(line, /^(?:https?:\/\/|www\.)[^\s@]{3,100}$/i),
  iban(line: PageLine): readonly TakenValue[] {
    return line.words.flatMap((word, from) => {
      if (!/^(?:\p{L}+:)?[A-Z]{2}(?:\d{2}|$)/u.test(word.text)) return [];
      for (let to = Math.min(line.words.length, from + 10); to > from; to -= 1) {
        const value = textOf(line, from, to).replace(/^\p{L}+:/u, '');
        if (ibanShape.test(value) && isCountryCode(value.slice(0, 2)) && ibanHolds(value)) return [{ value: cleaned(value), from, to }];
      }
      return [];
    });
  },
} as const;

/** Whole, or in groups: each has a digit, except the letters of a bank in the second. Source: ISO 13616. */
const ibanShape = /^(?:[A-Z]{2}\d{2}[A-Z\d]{11,30}|[A-Z]{2}\d{2}(?: [A-Z]{4})?(?: (?=[A-Z]*\d)[A-Z\d]{1,30}){1,8})$/;

/** Source: ISO 9362. */
const bicShape = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

const isLabelled = (line: PageLine, at: number): boolean => {
  const before = textOf(line, Math.max(0, at - maxLabelWords), at);
  const label = labelsIn(before).at(-1);
  return label?.concept === 'bic' && !/[\p{L}\p{N}]/u.test(before.slice(label.to));
};
const maxLabelWords = 4;

const wordsLike = (line: PageLine, shape: RegExp): readonly TakenValue[] =>
  line.words.flatMap((word, at) => {
    const value = word.text.replace(/^[<([]|[>)\],;.]+$/g, '');
    return shape.test(value) ? [{ value, from: at, to: at + 1 }] : [];
  });
