import { ExtractionError } from '../contracts/errors.js';

/** So many cells, each a field of the whole document or of one row, are read at most: 5,000 rows of ten. Until it is answered a cell takes some 6 kB. */
export const maxCells = 50_000;

/** @throws ExtractionError when there are more: a schema of many columns and a long table multiply. */
export function requireFewCells(count: number): void {
  if (count <= maxCells) return;
  const [asked, allowed] = [count, maxCells].map((number) => number.toLocaleString('en-US'));
  throw new ExtractionError(
    'EXTRACTION_FAILED',
    `The schema's fields and the document's rows make ${asked} cells, more than ${allowed}; ask for fewer fields of each row, or split the document`,
  );
}
