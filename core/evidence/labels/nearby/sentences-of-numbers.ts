import type { Field } from '../../../contracts/schema.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Span, textOf } from '../../page/page-index.js';
import { neighbour, phraseAt } from '../../page/surroundings.js';
import { withoutAccents } from '../../print/normalise.js';
import { isDate } from '../../type-value.js';
import { covered, isOwn, printedWords, wordsOf } from './caption-words.js';
import { minAbbreviation } from './likeness.js';

/**
 * Whether the sentence around a number, which has no other one, has all words of a field's name, `Overdue accounts are subject to a service charge of 1 % per
 * month`, or no telling word that its description has not: `Total due in 15 days`. The same of a day, which other numbers may stand beside.
 */
export function isSaidOf(field: Field, span: Span, index: DocumentIndex): boolean {
  const sentence = sentenceAround(span, index);
  if (printedWords(sentence).length < minSentence) return false;
  const { own, all } = wordsOf(field);
  if (isDate(field))
    return own.length >= minNameWords && index.datesIn(span.order).length === 1 && covered(own, printedWords(sentence)) >= allWords;
  if (numbersIn(sentence) !== 1) return false;
  const unit = timeUnit.exec(span.row.words[span.to]?.text ?? '')?.[0];
  if (unit !== undefined && covered([withoutAccents(unit.toLowerCase())], [...all, ...printedWords(field.description)]) === 0) return false;
  if (all.length >= minNameWords && own.length > 0 && covered(all, [...printedWords(sentence), ...unitWords(sentence)]) >= allWords)
    return true;
  const [described, said] = [field.description, sentence].map((text) => printedWords(text).filter(isTelling));
  return (
    described !== undefined &&
    said !== undefined &&
    said.length >= minDescription &&
    covered(said, described) >= allWords &&
    covered(described, said) >= halfOfWords
  );
}

const isTelling = (word: string): boolean => word.length >= minAbbreviation && isOwn(word) && !/\d/.test(word);

const minSentence = 4;
/** Units of time after a number, in the languages of the lexicon: it is no amount of money, unless the field asks for such units. */
const timeUnit =
  /^(?:days?|weeks?|months?|years?|hours?|minutes?|tagen?|wochen?|monaten?|jahren?|stunden?|jours?|semaines?|mois|ans?|heures?|d[ií]as?|semanas?|mes(?:es)?|años?|horas?|giorni|giorno|settimane|mesi|anni|ore|dagen|dag|weken|maanden|jaar|uren|dias?|anos?|dagar|veckor|månader|år|dage|uger|dni|tygodni|miesięcy|päivää|viikkoa)(?!\p{L})/iu;
const minNameWords = 2;
const allWords = 0.9;
const minDescription = 3;
const halfOfWords = 0.5;

const numbersIn = (text: string): number => text.match(/\d+(?:[.,]\d+)*/g)?.length ?? 0;
const unitWords = (text: string): readonly string[] => (text.includes('%') ? ['percent', 'pct', 'rate'] : []);

/** The text of a phrase around a value, as far as full stops and semicolons leave it, with the line over it where it goes on from there. */
function sentenceAround(span: Span, index: DocumentIndex): string {
  const phrase = phraseAt(span, index);
  if (!phrase) return '';
  const { words } = span.row;
  const ends = (text: string): boolean => /[.;!?]$/.test(text);
  let from = span.from;
  while (from > phrase.from && !ends(words[from - 1]?.text ?? '')) from -= 1;
  let to = span.to;
  while (to < phrase.to && !ends(words[to - 1]?.text ?? '')) to += 1;
  const above = from === phrase.from ? neighbour(phrase, 'above', index) : undefined;
  const before = above && !/[.;:!?]$/.test(above.text) ? `${above.text.split(/[.;!?]\s/).at(-1)} ` : '';
  return `${before}${textOf({ ...span, from, to })}`;
}
