import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import type { DocumentIndex } from '../page/document-index.js';
import { type Span, textOf } from '../page/page-index.js';
import { cap } from '../scoring/caps.js';

/**
 * Refuses a choice whose box is empty, wherever it is printed, in a line in which another box is ticked: `Payment: ☒ Monthly ☐ Annual`,
 * `[ ] petrol [x] diesel`. Only where the boxes of the line stand before what they are of.
 */
export function judgeBox(field: Field, places: readonly Span[], index: DocumentIndex): readonly Cap[] {
  return field.type === 'string' && places.length > 0 && places.every((place) => isLeftEmpty(place, index))
    ? [cap('evidence.contrary', 'Contradicted: its box is empty, and another one of the line is ticked')]
    : [];
}

function isLeftEmpty(place: Span, index: DocumentIndex): boolean {
  const { row } = place;
  if (!ticked.test(row.text)) return false;
  const before = textOf({ ...place, from: 0, to: place.from });
  return endsEmpty.test(before) && standBefore(place, index);
}

const ticked = /[☒☑]|\[ ?[xX] ?\]|\( ?[xX] ?\)/;
const endsEmpty = /(?:[☐□]|\[ ?\]|\( ?\))$/;
const anyBox = /[☐□☒☑]|[[(] ?[xX]? ?[\])]/;
const opensWithBox = new RegExp(`^(?:${anyBox.source})\\s*[\\p{L}\\p{N}]`, 'u');
const endsWithBox = new RegExp(`(?:${anyBox.source})$`);

/** Whether the first box of a line opens it, follows a colon, or opens a text behind a gap; one at the end is of what stands before it. */
function standBefore({ row, order }: Span, index: DocumentIndex): boolean {
  if (endsWithBox.test(row.text)) return false;
  const lead = row.text.slice(0, row.text.search(anyBox));
  const first = index.lines[order]?.phrases.find(({ text }) => anyBox.test(text));
  return /(?:^|:)\s*$/.test(lead) || (first !== undefined && opensWithBox.test(first.text));
}
