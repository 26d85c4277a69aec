import type { Field } from '../../../contracts/schema.js';
import { memoizeByPair } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { neighbour, partsByRow, type RowPart } from '../../page/parts.js';
import { ownLabels } from '../concepts/own-labels.js';
import { answerIn, isDenied } from '../concepts/sense.js';
import { type Statement, statedIn, statementOf } from '../concepts/statements.js';
import { labelsIn } from '../labels.js';

/** What a page says to a yes-or-no field, and where. */
export interface PrintedAnswer {
  /** Undefined where the page names the question and says neither yes nor no. */
  readonly answer: boolean | undefined;
  readonly text: string;
  readonly order: number;
  readonly page: number;
}

/** Every answer that the document prints to a yes-or-no field: its statement, or its own name with a yes, a no, a tick or a denial. */
export const answersTo = memoizeByPair((field: Field, index: DocumentIndex): readonly PrintedAnswer[] => {
  if (field.type !== 'boolean') return [];
  const statement = statementOf(field);
  return partsByRow(index).flatMap((parts) =>
    parts.flatMap((part, at) => {
      const text = `${part.text}${continuation(part, parts[at + 1], index)}`;
      const found = (statement ? stated(text, part, statement) : undefined) ?? named(text, part, field);
      return found.map((answer): PrintedAnswer => ({ answer, text, order: part.order, page: part.row.page }));
    }),
  );
});

/** What belongs to a text after its end: an answer in the next column, or the rest of a sentence on the next line. */
function continuation(part: RowPart, beside: RowPart | undefined, index: DocumentIndex): string {
  if (beside && answerIn(beside.text) !== undefined) return ` ${beside.text}`;
  const below = /[.;:,!?)]$/.test(part.text) ? undefined : neighbour(part, 'below', index);
  return below && /^\p{Ll}/u.test(below.text) ? ` ${below.text}` : '';
}

function stated(text: string, part: RowPart, statement: Statement): readonly boolean[] | undefined {
  if (statedIn(part.text, statement).length === 0) return undefined;
  return statedIn(text, statement).map(({ answer }) => answer);
}

/** The answer after a field's own name; a denial counts, too. */
function named(text: string, part: RowPart, field: Field): readonly (boolean | undefined)[] {
  const own = ownLabels(field);
  return labelsIn(part.text, own)
    .filter(({ concept }) => concept === 'own')
    .map((label) => {
      const rest = text.slice(label.to).replace(/^[\s:–—-]+/, '');
      const tick = /[☒☑✓✔]/.test(text.slice(Math.max(0, label.from - 2), label.from)) ? true : undefined;
      return answerIn(rest) ?? answerIn(/^[^\s.,;]+/.exec(rest)?.[0] ?? '') ?? (isDenied(text, label) ? false : tick);
    });
}
