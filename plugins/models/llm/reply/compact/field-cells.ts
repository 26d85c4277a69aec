import type { Cell, Document, Field } from '../../../../../core/index.js';
import { indexPage } from '../../../../../core/text.js';
import type { CompactAnswer } from './answer.js';
import { quoteField } from './quote-field.js';
import { certainly, doubtIn } from './uncertainty.js';

/** The cell of `[path, value, page, words, doubt]`. A path alone says that the document does not state the field. */
export function fieldCell(
  [path, value, page, words, doubt]: CompactAnswer['fields'][number],
  { fields, document }: { readonly fields: ReadonlyMap<string, Field>; readonly document: Document },
): Cell {
  const place = rooted(String(path ?? ''));
  const said = doubtIn(String(doubt ?? '')) ?? certainly;
  if (value === undefined || value === null || String(value).trim() === '')
    return { path: place, value: null, page: null, quote: null, ...(doubtIn(String(page ?? '')) ?? said) };
  const number = pageIn(page);
  const shown = document.pages.find((one) => one.number === number);
  const labelled = { value: String(value), words: String(words ?? '').trim(), field: fields.get(place) };
  return { path: place, value: labelled.value, page: number, quote: quoteField(labelled, shown && indexPage(shown)), ...said };
}

const rooted = (path: string): string => (path.trim().startsWith('$') ? path.trim() : `$.${path.trim()}`);

const pageIn = (page: string | number | null | undefined): number | null =>
  /^\d{1,6}$/.test(String(page ?? '').trim()) ? Number(page) : null;
