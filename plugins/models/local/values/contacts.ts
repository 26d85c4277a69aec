import { isCountryCode, squash } from '../../../../core/internal.js';
import { type Concept, ibanHolds, vatIdShape } from '../../../../core/text.js';
import { doubtful, type Find, quoteOf } from '../find.js';
import type { TakenValue } from '../page/label-places.js';
import { type DocumentLayout, type PageLine, textOf } from '../page/layout.js';
import { best, pairs } from '../page/pairing.js';

type ContactConcept = Extract<Concept, 'iban' | 'bic' | 'email' | 'website' | 'phone' | 'tax_id'>;

/** Finds an IBAN, e-mail or web address by its shape, and a BIC, phone or tax number by its label. */
export function findContact(layout: DocumentLayout, concept: ContactConcept): Find | undefined {
  return concept === 'email' || concept === 'website' || concept === 'iban' ? byShape(layout, shapes[concept]) : byLabel(layout, concept);
}

/** Every IBAN, e-mail or web address that the document prints. */
export const everyContact = (layout: DocumentLayout, concept: keyof typeof shapes): readonly Find[] =>
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
function byShape(layout: DocumentLayout, shape: (line: PageLine) => readonly TakenValue[]): Find | undefined {
  const found = layout.lines.flatMap((line) => shape(line).map((taken) => ({ line, taken })));
  const [first] = found;
  if (!first) return undefined;
  const { line, taken } = first;
  const find: Find = { value: taken.value, page: line.page, quote: quoteOf(line, taken), confidence: 'certain', reason: 'exact' };
  return new Set(found.map((other) => squash(other.taken.value))).size > 1 ? doubtful(find) : find;
}

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
  const text = cleaned(textOf(line, from, end));
  return (text.match(/\d/g) ?? []).length >= 5 ? { value: text, from, to: end } : undefined;
}

const cleaned = (text: string): string => text.replace(/^[\s:#.]+|[\s:,;.]+$/g, '');

const takers = {
  tax_id: takeTaxId,
  bic(line: PageLine, from: number, to: number): TakenValue | undefined {
    for (let at = from; at < to; at += 1) {
      const text = cleaned(line.words[at]?.text ?? '');
      if (/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)) return { value: text, from: at, to: at + 1 };
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
  website: (line: PageLine) => wordsLike(line, /^(?:https?:\/\/|www\.)[^\s@]{3,100}$/i),
  iban(line: PageLine): readonly TakenValue[] {
    return line.words.flatMap((word, from) => {
      if (!/^(?:\p{L}+:)?[A-Z]{2}(?:\d{2}|$)/u.test(word.text)) return [];
      for (let to = Math.min(line.words.length, from + 10); to > from; to -= 1) {
        const value = textOf(line, from, to).replace(/^\p{L}+:/u, '');
        if (/^[A-Z]{2}\d{2}[A-Z0-9 ]{11,40}$/.test(value) && isCountryCode(value.slice(0, 2)) && ibanHolds(value))
          return [{ value: cleaned(value), from, to }];
      }
      return [];
    });
  },
} as const;

const wordsLike = (line: PageLine, shape: RegExp): readonly TakenValue[] =>
  line.words.flatMap((word, at) => {
    const value = word.text.replace(/^[<([]|[>)\],;.]+$/g, '');
    return shape.test(value) ? [{ value, from: at, to: at + 1 }] : [];
  });
