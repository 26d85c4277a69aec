import type { DocumentIndex } from '../../page/document-index.js';
import type { Row } from '../../page/page-index.js';
import type { Span } from '../../page/span.js';
import { markIn } from '../labels.js';
import { isNumberSign } from './is-number-sign.js';
import { textLeft } from './label-beside.js';

/** A title stands at most this many rows above its number. */
const maxRowsBelowTitle = 3;

/**
 * The bare number sign before a value, if the title of the document stands in its row or right above: it numbers the document. `Order` or
 * any other word beside the sign names something else.
 */
export function numberSignNearTitle(span: Span, index: DocumentIndex): string | undefined {
  const before = textLeft(span).trim() || (span.row.words[span.from - 1]?.text ?? '');
  if (!isNumberSign(before)) return undefined;
  const rows = index.rows.slice(Math.max(0, span.order - maxRowsBelowTitle), span.order + 1);
  return rows.some((row) => row.page === span.row.page && isTitle(row)) ? before : undefined;
}

const maxTitleWords = 6;
const isTitle = ({ text, words }: Row): boolean => words.length <= maxTitleWords && markIn(text) === 'title';
