import { memoizeByObject } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { difference, isMaybeAnother, isSurelyAnother } from './difference.js';
import { factsOf, joined, type PageFacts } from './page-facts.js';

/** The first page of a document in a file. */
export interface DocumentStart {
  readonly page: number;
  /** Its number as printed, if it has one. */
  readonly name: string | undefined;
}

/**
 * The pages on which the documents of a file begin: the first one, and every page that differs enough from all before it. A further page of the same
 * invoice, its copy and its appendix repeat its number or have none; a statement lists the numbers of others without being titled again.
 */
export const documentStarts = (index: DocumentIndex): readonly DocumentStart[] =>
  mayHoldSeveral(index)
    ? beginnings(index).starts.map(named)
    : index.pages.slice(0, 1).map(({ page }) => ({ page: page.number, name: undefined }));

/** Pages on which another document may begin, though too little is said to part the file there. */
export const possibleStarts = (index: DocumentIndex): readonly DocumentStart[] =>
  mayHoldSeveral(index) ? beginnings(index).possible.map(named) : [];

/** Most files have one page, of which nothing needs to be known. What a file states by its meaning is about one document, on however many pages it is printed. */
const mayHoldSeveral = ({ pages, document }: DocumentIndex): boolean => pages.length > 1 && document.stated === undefined;

const named = ({ page, names: [name] }: PageFacts): DocumentStart => ({ page, name });

interface Beginnings {
  readonly starts: readonly PageFacts[];
  readonly possible: readonly PageFacts[];
}

const beginnings = memoizeByObject((index: DocumentIndex): Beginnings => {
  const [first, ...further] = index.pages.filter(({ page }) => !page.accompanying).map((page) => factsOf(page, index));
  if (!first) return { starts: [], possible: [] };
  const starts = [first];
  const possible: PageFacts[] = [];
  let current = first;
  for (const page of further) {
    const differences = [current, ...starts].map((earlier) => difference(earlier, page));
    if (differences.every((one) => isSurelyAnother(one, page))) {
      starts.push(page);
      current = page;
    } else {
      if (differences.every((one) => isMaybeAnother(one, page))) possible.push(page);
      current = joined(current, page);
    }
  }
  return { starts, possible };
});
