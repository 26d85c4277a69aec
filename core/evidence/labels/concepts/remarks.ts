import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject, once } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { squash } from '../../print/normalise.js';
import { remarkNames } from '../lexicon.js';
import { spelt } from './name-words.js';

/** What the whole name of a field asks of the document itself: a remark to its reader, its title, the number of its pages. */
export const remarkAsked = memoizeByObject(({ names }: Field): keyof typeof remarkNames | undefined =>
  asked().get(squash(spelt(names.at(-1) ?? ''))),
);

const asked = once(
  (): ReadonlyMap<string, keyof typeof remarkNames> =>
    new Map(
      (Object.keys(remarkNames) as (keyof typeof remarkNames)[]).flatMap((what) =>
        remarkNames[what].map((phrase) => [squash(phrase), what] as const),
      ),
    ),
);

/** The number of pages of the document, where a field asks for it, its format has pages, and it does not print another one: `Page 1 of 3` in a file of one. */
export function pagesAsked(field: Field, index: DocumentIndex): number | undefined {
  if (field.type === 'string' || field.path.includes('[]') || remarkAsked(field) !== 'pages' || !isOfDocument(field)) return undefined;
  if (!/^pdf$/i.test(index.document.format) || index.document.leftOut !== undefined) return undefined;
  const count = index.pages.filter(({ page }) => !page.accompanying).length;
  return [...pagesSaid(index)].every((said) => said === count) ? count : undefined;
}

/** Whether nothing in the document is asked for, such as a translation of so many pages. */
const isOfDocument = ({ names }: Field): boolean => names.slice(0, -1).every((name) => documents.test(spelt(name)));
const documents =
  /^(?:invoice|document|doc|file|meta|metadata|header|rechnung|dokument|beleg|facture|factura|fattura|documento|factuur|fatura)(?: |$)/;

const pagesSaid = memoizeByObject(
  ({ rows }: DocumentIndex): ReadonlySet<number> =>
    new Set(rows.flatMap(({ text }) => [...text.matchAll(pageOfPages)].map(([, , count]) => Number(count)))),
);
const pageOfPages =
  /(?:page|pag\.|pagina|página|seite|blatt|sida|side|strana|strona|folha|folio)\s*:?\s*(\d{1,4})\s*(?:\/|\p{L}{1,4})\s*(\d{1,4})(?!\d)/giu;
