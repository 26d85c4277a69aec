import type { Cap } from '../../../contracts/cap.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { type Grounded, held } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { cap } from '../../scoring/caps.js';
import { documentStarts } from './document-starts.js';

/** Doubts every value of a file that holds several documents, because nothing says which of them was asked for. */
export function judgeSeveral(cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  const several = severalDocuments(index);
  return several ? cells.map((cell) => held(cell, several)) : cells;
}

/** The doubt of a file that holds several documents; undefined where it holds one. */
export const severalDocuments = memoizeByObject((index: DocumentIndex): Cap | undefined => {
  const [first, ...others] = documentStarts(index);
  if (!first || others.length === 0) return undefined;
  const pages = others.map(({ page, name }) => (name === undefined ? `page ${page}` : `page ${page} ("${name}")`)).join(', ');
  return cap('document.several', `Several documents: the file holds ${others.length + 1}, another one begins on ${pages}`);
});
