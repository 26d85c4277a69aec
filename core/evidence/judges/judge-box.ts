import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import type { Span } from '../page/page-index.js';
import { cap } from '../scoring/caps.js';

/**
 * Refuses a choice whose box is empty, wherever it is printed, in a line in which another box is ticked: `Payment: ☒ Monthly ☐ Annual`. Only where the first
 * box of the line opens it or follows a colon: else boxes may stand behind what they are of.
 */
export function judgeBox(field: Field, places: readonly Span[]): readonly Cap[] {
  return field.type === 'string' && places.length > 0 && places.every(isLeftEmpty)
    ? [cap('evidence.contrary', 'Contradicted: its box is empty, and another one of the line is ticked')]
    : [];
}

function isLeftEmpty({ row, from }: Span): boolean {
  if (!/[☒☑]|\[ ?[xX] ?\]/.test(row.text)) return false;
  const before = row.words.slice(0, from).map(({ text }) => text);
  const lead = row.text.slice(0, row.text.search(anyBox));
  return /(?:[☐□]|\[ ?\])$/.test(before.join(' ')) && /(?:^|:)\s*$/.test(lead);
}

const anyBox = /[☐□☒☑]|\[ ?[xX]? ?\]/;
