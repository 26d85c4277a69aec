import type { Field } from '../../../../core/index.js';
import { answersTo, letters, marksIn, type PrintedAnswer, statementOf, statementsIn } from '../../../../core/text.js';
import { doubtful, type Find } from '../find.js';
import { type DocumentLayout } from '../layout.js';

/**
 * What a document states in its own words: `Reverse charge`, a stamp `PAID`, the title of a credit note. Doubtful where it states both
 * answers.
 */
export function findStatement(layout: DocumentLayout, field: Field): Find | undefined {
  const found = statementOf(field) === 'credit_note' ? byTitle(layout) : answersTo(field, layout.index).map(findOf);
  const [first] = found;
  return first && found.some(({ value }) => value !== first.value) ? doubtful(first) : first;
}

function byTitle(layout: DocumentLayout): readonly Find[] {
  const title = findTitle(layout);
  return title ? statementsIn(title.value, 'credit_note').map(({ answer }) => ({ ...title, value: String(answer) })) : [];
}

const findOf = ({ answer, page, quote }: PrintedAnswer): Find => ({
  value: String(answer),
  page,
  quote,
  confidence: 'certain',
  reason: 'exact',
});

/** How many lines from the top a title may stand. */
const maxTypeTitleLines = 40;

/** The document's name for itself: the first phrase near the top that is mostly a title. */
export function findTitle(layout: DocumentLayout): Find | undefined {
  for (const line of layout.lines.slice(0, maxTypeTitleLines))
    for (const phrase of line.phrases) {
      const title = marksIn(phrase.text).find(
        ({ name, phrase: words }) => name !== 'carry-over' && letters(words) >= letters(phrase.text) * 0.6,
      );
      if (title) return { value: title.phrase, page: line.page, quote: phrase.text, confidence: 'certain', reason: 'header' };
    }
  return undefined;
}
