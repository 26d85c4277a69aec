import type { Field } from '../../../contracts/schema.js';
import { memoizeByPair } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { neighbour } from '../../page/surroundings.js';
import { letters } from '../../print/normalise.js';
import { ownLabels } from '../concepts/own-labels.js';
import { isDenied, type Statement, statementOf, statementsIn, yesOrNoIn } from '../concepts/statements.js';
import { labelsIn } from '../labels.js';

/** What a page says to a yes-or-no field, and where. */
export interface PrintedAnswer {
  /** Undefined where the page names the question and says neither yes nor no. */
  readonly answer: boolean | undefined;
  /** Whether the sentence around the name denies something, perhaps not this: `Warranty does not cover glass`. */
  readonly denied: boolean;
  /** The sentence, which may go on in the next line. */
  readonly text: string;
  /** The words of it in this line. */
  readonly quote: string;
  readonly order: number;
  readonly page: number;
}

/** Every answer that the document prints to a yes-or-no field: its statement, or its own name with a yes, a no, a tick or a denial. */
export const answersTo = memoizeByPair((field: Field, index: DocumentIndex): readonly PrintedAnswer[] => {
  if (field.type !== 'boolean') return [];
  const statement = statementOf(field);
  return index.lines.flatMap(({ phrases }) =>
    phrases.flatMap((phrase, at) => {
      const answer = answerBeside(phrases[at + 1]);
      const quote = `${phrase.text}${answer}`;
      const text = answer === '' ? `${quote}${restBelow(phrase, index)}` : quote;
      const found = statement ? (stated(text, phrase, statement) ?? []) : named(text, phrase, field);
      return found.map((given): PrintedAnswer => ({ ...given, text, quote, order: phrase.order, page: phrase.row.page }));
    }),
  );
});

/** An answer in the next column. */
const answerBeside = (beside: Phrase | undefined): string => (beside && yesOrNoIn(beside.text) !== undefined ? ` ${beside.text}` : '');

/** The rest of a sentence that goes on in the next line, where its denial may stand: `gilt für diese / Rechnung nicht`. */
function restBelow(phrase: Phrase, index: DocumentIndex): string {
  const below = /[.;:,!?)]$/.test(phrase.text) ? undefined : neighbour(phrase, 'below', index);
  return below && /^\p{Ll}/u.test(below.text) ? ` ${below.text}` : '';
}

type GivenAnswer = Pick<PrintedAnswer, 'answer' | 'denied'>;

function stated(text: string, phrase: Phrase, statement: Statement): readonly GivenAnswer[] | undefined {
  const here = statementsIn(phrase.text, statement).filter(({ words }) => isWhole(words, phrase, statement));
  return here.length === 0 ? undefined : statementsIn(text, statement).map(({ answer }) => ({ answer, denied: false }));
}

/** `Paid`, `Copy` and `Invoice` are also parts of labels; as statements they stand alone, as a stamp or a title, without an amount after them. */
function isWhole(words: string, { text, row, to }: Phrase, statement: Statement): boolean {
  if (!stamps.has(statement)) return true;
  if (statement === 'credit_note' && labelsIn(text).length > 0) return false;
  const titles = statement === 'copy' ? statementsIn(text, 'credit_note').reduce((sum, title) => sum + letters(title.words), 0) : 0;
  return letters(words) + titles >= minStampShare * letters(text) && !row.words.slice(to).some((word) => /\d/.test(word.text));
}
const stamps: ReadonlySet<Statement> = new Set(['paid', 'credit_note', 'copy']);
const minStampShare = 0.6;

/** The answer after a field's own name, a tick before it, or a `no` right before it. */
function named(text: string, phrase: Phrase, field: Field): readonly GivenAnswer[] {
  return labelsIn(phrase.text, ownLabels(field))
    .filter(({ concept }) => concept === 'own')
    .map((label) => {
      const rest = text.slice(label.to).replace(/^[\s:–—-]+/, '');
      const [before = ''] = /\S*\s*$/.exec(text.slice(0, label.from)) ?? [];
      const answer = yesOrNoIn(rest) ?? yesOrNoIn(/^[^\s.,;]+/.exec(rest)?.[0] ?? '');
      const denied = isDenied(text, label);
      const here = isDenied(before + label.label, { from: before.length, to: before.length + label.label.length });
      return { answer: answer ?? (here ? false : /[☒☑✓✔]/.test(before) ? true : undefined), denied };
    });
}
