import type { Cell, Document, Field } from '../../../../../core/index.js';
import { indexPage } from '../../../../../core/text.js';
import type { AnsweredField } from './answer.js';
import { quoteField } from './quote-field.js';
import { certainly, doubtIn, type Uncertainty } from './uncertainty.js';

/** The cell of `[path, value, page, words, doubt]`. A path alone says that the document does not state the field. */
export function fieldCell(
  [path, value, ...rest]: AnsweredField,
  { fields, document }: { readonly fields: ReadonlyMap<string, Field>; readonly document: Document },
): Cell {
  const place = rooted(String(path ?? ''));
  const printed = String(value ?? '');
  const { page, words, doubt } = placed(rest);
  if (printed.trim() === '') return { path: place, value: null, page: null, quote: null, ...doubt };
  const shown = document.pages.find(({ number }) => number === page);
  const quote = quoteField({ value: printed, words, field: fields.get(place) }, shown && indexPage(shown));
  return { path: place, value: printed, page, quote, ...doubt };
}

const rooted = (path: string): string => (path.trim().startsWith('$') ? path.trim() : `$.${path.trim()}`);

/** Where a value stands, and what the reader says of it. */
interface Placed {
  readonly page: number | null;
  readonly words: string;
  readonly doubt: Uncertainty;
}

/** Reads what follows a value. Readers leave out the page or the words; neither looks like the other, nor like a doubt. */
function placed(rest: AnsweredField): Placed {
  const texts = rest.map((text) => String(text ?? '').trim());
  const page = /^\d{1,6}$/.test(texts[0] ?? '') ? Number(texts[0]) : null;
  const others = page === null && texts[0] !== '' ? texts : texts.slice(1);
  const said = doubtIn(others.at(-1) ?? '');
  const isDoubt = said !== undefined && (others.length > 1 || said.confidence !== certainly.confidence);
  return { page, words: isDoubt ? others.slice(0, -1).join(' ').trim() : (others[0] ?? ''), doubt: isDoubt ? said : certainly };
}
