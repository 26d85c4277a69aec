import type { Cap } from '../../../contracts/cap.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { type Grounded, held } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { cap } from '../../scoring/caps.js';
import { type DocumentStart, documentStarts, possibleStarts } from './document-starts.js';

/** Doubts every value of a file that holds several documents, or may, because nothing says which of them was asked for. */
export function judgeSeveral(cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  const several = severalDocuments(index);
  return several ? cells.map((cell) => held(cell, several)) : cells;
}

/** The doubt of a file that holds several documents, or may hold several; undefined where it holds one. */
export const severalDocuments = memoizeByObject((index: DocumentIndex): Cap | undefined => {
  const [, ...others] = documentStarts(index);
  if (others.length > 0)
    return cap('document.several', `Several documents: the file holds ${others.length + 1}, another one begins on ${listed(others)}`);
  const possible = possibleStarts(index);
  if (possible.length > 0) return cap('document.several', `Several documents: another one may begin on ${listed(possible)}`);
  return undefined;
});

const listed = (starts: readonly DocumentStart[]): string =>
  starts.map(({ page, name }) => (name === undefined ? `page ${page}` : `page ${page} ("${name}")`)).join(', ');
