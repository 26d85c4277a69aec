import { answerIn, type Statement, statedIn } from '../../../../core/internal.js';
import { doubtful, type Find } from '../find.js';
import { type DocumentLayout, letters, type PageLine, type Phrase } from '../page/layout.js';
import { findTitle } from './title.js';

/**
 * What a document states in its own words: `Reverse charge`, a stamp `PAID`, the title of a credit note. Doubtful where it states both
 * answers.
 */
export function findStatement(layout: DocumentLayout, statement: Statement): Find | undefined {
  const found =
    statement === 'credit_note'
      ? byTitle(layout)
      : layout.lines.flatMap((line) => line.phrases.flatMap((phrase) => inPhrase(line, phrase, statement)));
  const [first] = found;
  return first && found.some(({ value }) => value !== first.value) ? doubtful(first) : first;
}

function byTitle(layout: DocumentLayout): readonly Find[] {
  const title = findTitle(layout);
  return title ? statedIn(title.value, 'credit_note').map(({ answer }) => ({ ...title, value: String(answer) })) : [];
}

function inPhrase(line: PageLine, phrase: Phrase, statement: Statement): readonly Find[] {
  if (statedIn(phrase.text, statement).length === 0) return [];
  const next = line.phrases.find(({ from }) => from >= phrase.to);
  const text = next && answerIn(next.text) !== undefined ? `${phrase.text} ${next.text}` : phrase.text;
  return statedIn(text, statement)
    .filter(({ words }) => statement !== 'paid' || isStamp(line, phrase, words))
    .map(({ answer }) => ({ value: String(answer), page: line.page, quote: text, confidence: 'certain', reason: 'exact' }));
}

/** Whether `paid` is about the whole document. It then stands alone; before an amount it is the label of a part. */
const isStamp = (line: PageLine, { text, to }: Phrase, words: string): boolean =>
  letters(words) >= letters(text) * minStampShare && !line.numbers.some(({ from }) => from >= to);
const minStampShare = 0.6;
