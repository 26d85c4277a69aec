import type { Document, JsonObject } from '../../../core/index.js';
import { captionedValues, columnsIn, datesIn, fold, indexDocument, labelsIn, numbersIn, rolesIn } from '../../../core/text.js';

/** Words that stand beside a caption of their own on each sample, as a field of the schema. */
export interface CaptionedField {
  readonly name: string;
  readonly caption: string;
  readonly definition: JsonObject;
}

/** A value is a few words; a sentence beside a caption is none. */
const maxValueWords = 6;
/** As many as a person reads through before the schema is used. */
const maxFields = 20;

/**
 * The captions that all samples print with a value of their own each, but those that say what a field of the catalogue says. One sample alone
 * shows nothing: any words may stand side by side on it, and what is the same on all is the form.
 */
export function captionedFields(samples: readonly Document[]): readonly CaptionedField[] {
  const [first, ...others] = samples.map(captionsOf);
  if (!first || others.length === 0) return [];
  const inAll = [...first].filter(([key]) => others.every((other) => other.has(key)));
  const variable = inAll.filter(([key, { text }]) => others.some((other) => other.get(key)?.text !== text));
  return variable.slice(0, maxFields).map(([key, { caption, text }]) => ({
    name: key,
    caption,
    definition: {
      ...typeOf([text, ...others.map((other) => other.get(key)?.text ?? '')]),
      description: `Printed beside "${caption}"`,
    },
  }));
}

interface Captioned {
  readonly caption: string;
  readonly text: string;
}

/** The first value of each caption of a document, by the name that a field of it gets. */
function captionsOf(document: Document): ReadonlyMap<string, Captioned> {
  const found = new Map<string, Captioned>();
  for (const { caption: printed, text, span } of captionedValues(indexDocument(document))) {
    // More words than a caption with its value are a row of a table, or a sentence.
    if (!printed.includes(':') && wordsIn(printed) + wordsIn(text) < span.row.words.length) continue;
    const caption = printed.replace(/[\s:]+$/u, '');
    const name = nameOf(caption);
    if (name !== undefined && !found.has(name) && isValue(text) && !isKnown(caption)) found.set(name, { caption, text });
  }
  return found;
}

/** `Store no.` → `store_no`; undefined where no letters of the Latin alphabet make a name of it. */
function nameOf(caption: string): string | undefined {
  const words =
    fold(caption)
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join('_');
  return /^[a-z]/.test(name) && name.replace(/[^a-z]/g, '').length > 2 && name.length <= 40 ? name : undefined;
}

const wordsIn = (text: string): number => text.trim().split(/\s+/u).length;

const isValue = (text: string): boolean => !text.trimEnd().endsWith(':') && wordsIn(text) <= maxValueWords && /[\p{L}\p{N}]/u.test(text);

/** Whether a caption is one of what the catalogue asks for by meaning, of a column, or of a party. */
const isKnown = (caption: string): boolean =>
  labelsIn(caption).some(({ concept }) => !concept.startsWith('other_')) || columnsIn(caption).length > 0 || rolesIn(caption).length > 0;

/** The one type that all values have. A number without decimals may be one of a thing, which loses its zeros as a number. */
function typeOf(values: readonly string[]): JsonObject {
  if (values.every((value) => datesIn(value).length > 0)) return { type: 'string', format: 'date' };
  if (values.every((value) => /\p{Nd}[.,]\p{Nd}{2}(?!\p{Nd})/u.test(value) && numbersIn(value).length > 0)) return { type: 'number' };
  return { type: 'string' };
}
