import { headerAbove } from '../../../../core/evidence/labels/nearby/label-beside.js';
import type { DocumentIndex } from '../../../../core/evidence/page/document-index.js';
import type { Span } from '../../../../core/evidence/page/page-index.js';
import { squash } from '../../../../core/text.js';
import { type FaultExhibit, truthAt } from '../../../kit/exhibit.js';
import type { Planted } from '../../../kit/fault.js';
import { marksOf } from '../../../kit/places.js';
import { isLine, leavesOf } from '../../../kit/sheet.js';

/**
 * Whether nothing on the page can reveal a fault: each wrong value has the same words beside it as the right one, and no sum differs; a
 * null has no word beside it. Compares words, not the labels that the engine understands.
 */
export function isBeyondThePage(exhibit: FaultExhibit, { sheet, targets }: Planted): boolean {
  if (targets.length === 0) return false;
  if (targets.every((path) => isNull(sheet, path))) return targets.every((path) => hasNoWords(exhibit, path));
  return targets.every((path) => hasSameWords(exhibit, sheet, path)) && !sumsReveal(exhibit, { sheet, targets });
}

const isNull = (sheet: Planted['sheet'], path: string): boolean =>
  leavesOf(sheet).some((leaf) => leaf.path === path && leaf.mark.value === null);

/** Whether a value that was read as null has no word beside or above it that could contradict the null. */
function hasNoWords(exhibit: FaultExhibit, path: string): boolean {
  const place = leavesOf(exhibit.sheet).find((leaf) => leaf.path === path)?.mark.place;
  return place !== undefined && wordsBeside(place, exhibit.index) === '';
}

function hasSameWords(exhibit: FaultExhibit, sheet: Planted['sheet'], path: string): boolean {
  const leaf = leavesOf(sheet).find((candidate) => candidate.path === path);
  const truth = truthAt(exhibit, path);
  if (!leaf?.mark.place || truth === undefined || isLine(path)) return false;
  const wrong = wordsBeside(leaf.mark.place, exhibit.index);
  const right = marksOf(leaf, { value: truth }, exhibit.index).flatMap(({ place }) => (place ? [wordsBeside(place, exhibit.index)] : []));
  return wrong !== '' && right.length > 0 && right.every((words) => words === wrong);
}

const totals = ['$.subtotal', '$.tax', '$.total'];

/** Whether subtotal, tax and total are all read and only some of them are wrong, so that their sum reveals it. */
const sumsReveal = ({ sheet }: FaultExhibit, { targets }: Planted): boolean => {
  const { subtotal, tax, total } = sheet.header;
  const wrong = totals.filter((path) => targets.includes(path)).length;
  return subtotal !== undefined && tax !== undefined && total !== undefined && wrong > 0 && wrong < totals.length;
};

/** The letters left of a value in its row, up to the next number; the letters above it when there are none. */
function wordsBeside(span: Span, index: DocumentIndex): string {
  const words: string[] = [];
  for (let at = span.from - 1; at >= 0; at -= 1) {
    const text = span.row.words[at]?.text ?? '';
    if (/\d/.test(text) && words.some((word) => /\p{L}/u.test(word))) break;
    words.unshift(text);
  }
  const left = letters(words.join(' '));
  return left !== '' ? left : letters(headerAbove(span, index)?.text ?? '');
}

const letters = (text: string): string => squash(text).replace(/\p{N}/gu, '');
