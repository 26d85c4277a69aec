import { ExtractionError } from '../contracts/errors.js';

/** The most cells that are read of one document, such as 5,000 rows of ten fields. A cell takes about 6 kB during the request. */
export const maxCells = 50_000;

/** @throws ExtractionError if there are more cells, as a schema of many columns and a long table can make. */
export function requireFewCells(count: number): void {
  if (count <= maxCells) return;
  const [asked, allowed] = [count, maxCells].map((number) => number.toLocaleString('en-US'));
  throw new ExtractionError(
    'EXTRACTION_FAILED',
    `The schema's fields and the document's rows make ${asked} cells, more than ${allowed}; ask for fewer fields of each row, or split the document`,
  );
}
