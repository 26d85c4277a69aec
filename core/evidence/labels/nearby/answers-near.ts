import type { Field } from '../../../contracts/schema.js';
import { memoizeByPair } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { neighbour, partsByRow, type RowPart } from '../../page/parts.js';
import { ownLabels } from '../concepts/own-labels.js';
import { isDenied, yesOrNoIn } from '../concepts/sense.js';
import { type Statement, statementOf, statementsIn } from '../concepts/statements.js';
import { labelsIn } from '../labels.js';

/** What a page says to a yes-or-no field, and where. */
export interface PrintedAnswer {
  /** Undefined where the page names the question and says neither yes nor no. */
  readonly answer: boolean | undefined;
  /** Whether the sentence around the name denies something, perhaps not this: `Warranty does not cover glass`. */
  readonly denied: boolean;
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
      const found = statement ? (stated(text, part, statement) ?? []) : named(text, part, field);
      return found.map((said): PrintedAnswer => ({ ...said, text, order: part.order, page: part.row.page }));
    }),
  );
});

/** What belongs to a text after its end: an answer in the next column, or the rest of a sentence on the next line. */
function continuation(part: RowPart, beside: RowPart | undefined, index: DocumentIndex): string {
  if (beside && yesOrNoIn(beside.text) !== undefined) return ` ${beside.text}`;
  const below = /[.;:,!?)]$/.test(part.text) ? undefined : neighbour(part, 'below', index);
  return below && /^\p{Ll}/u.test(below.text) ? ` ${below.text}` : '';
}

type Said = Pick<PrintedAnswer, 'answer' | 'denied'>;

function stated(text: string, part: RowPart, statement: Statement): readonly Said[] | undefined {
  const here = statementsIn(part.text, statement).filter(({ words }) => isWhole(words, part, statement));
  return here.length === 0 ? undefined : statementsIn(text, statement).map(({ answer }) => ({ answer, denied: false }));
}

/** `Paid` and `Invoice` are also parts of labels; as statements they stand alone, as a stamp or a title, without an amount after them. */
function isWhole(words: string, { text, row, to }: RowPart, statement: Statement): boolean {
  if (statement !== 'paid' && statement !== 'credit_note') return true;
  if (statement === 'credit_note' && labelsIn(text).length > 0) return false;
  return lettersIn(words) >= minStampShare * lettersIn(text) && !row.words.slice(to).some((word) => /\d/.test(word.text));
}
const minStampShare = 0.6;
const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The answer after a field's own name, a tick before it, or a `no` right before it. */
function named(text: string, part: RowPart, field: Field): readonly Said[] {
  return labelsIn(part.text, ownLabels(field))
    .filter(({ concept }) => concept === 'own')
    .map((label) => {
      const rest = text.slice(label.to).replace(/^[\s:–—-]+/, '');
      const [before = ''] = /\S*\s*$/.exec(text.slice(0, label.from)) ?? [];
      const said = yesOrNoIn(rest) ?? yesOrNoIn(/^[^\s.,;]+/.exec(rest)?.[0] ?? '');
      const denied = isDenied(text, label);
      const here = isDenied(before + label.label, { from: before.length, to: before.length + label.label.length });
      return { answer: said ?? (here ? false : /[☒☑✓✔]/.test(before) ? true : undefined), denied };
    });
}
