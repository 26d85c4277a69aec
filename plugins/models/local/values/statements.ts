import { type Statement, statementsIn, yesOrNoIn } from '../../../../core/text.js';
import { doubtful, type Find } from '../find.js';
import { type DocumentLayout, letters, linesBelow, type PageLine, type Phrase } from '../page/layout.js';
import { findTitle } from './title.js';

/**
 * What a document states in its own words: `Reverse charge`, a stamp `PAID`, the title of a credit note. Doubtful where it states both
 * answers.
 */
export function findStatement(layout: DocumentLayout, statement: Statement): Find | undefined {
  const found =
    statement === 'credit_note'
      ? byTitle(layout)
      : layout.lines.flatMap((line) => line.phrases.flatMap((phrase) => inPhrase(layout, { line, phrase }, statement)));
  const [first] = found;
  return first && found.some(({ value }) => value !== first.value) ? doubtful(first) : first;
}

function byTitle(layout: DocumentLayout): readonly Find[] {
  const title = findTitle(layout);
  return title ? statementsIn(title.value, 'credit_note').map(({ answer }) => ({ ...title, value: String(answer) })) : [];
}

interface PhraseInLine {
  readonly line: PageLine;
  readonly phrase: Phrase;
}

function inPhrase(layout: DocumentLayout, { line, phrase }: PhraseInLine, statement: Statement): readonly Find[] {
  if (statementsIn(phrase.text, statement).length === 0) return [];
  const next = line.phrases.find(({ from }) => from >= phrase.to);
  const text = next && yesOrNoIn(next.text) !== undefined ? `${phrase.text} ${next.text}` : phrase.text;
  return statementsIn(`${text}${restBelow(layout, { line, phrase })}`, statement)
    .filter(({ words }) => statement !== 'paid' || isStamp(line, phrase, words))
    .map(({ answer }) => ({ value: String(answer), page: line.page, quote: text, confidence: 'certain', reason: 'exact' }));
}

/** The rest of a sentence that goes on in the next line, where its denial may stand: `gilt für diese / Rechnung nicht`. */
function restBelow(layout: DocumentLayout, { line, phrase }: PhraseInLine): string {
  if (/[.;:,!?)]$/.test(phrase.text)) return '';
  const [below] = linesBelow(layout, line, phrase.box, maxHeightsToNextLine);
  const rest = below?.phrases.find(({ box }) => Math.abs(box.x - phrase.box.x) <= phrase.box.height);
  return rest && /^\p{Ll}/u.test(rest.text) ? ` ${rest.text}` : '';
}
const maxHeightsToNextLine = 1.5;

/** Whether `paid` is about the whole document. It then stands alone; before an amount it is the label of a part. */
const isStamp = (line: PageLine, { text, to }: Phrase, words: string): boolean =>
  letters(words) >= letters(text) * minStampShare && !line.numbers.some(({ from }) => from >= to);
const minStampShare = 0.6;
