import { type Concept, datesIn, markIn } from '../../../../core/text.js';
import { type Find, quoteOf } from '../find.js';
import type { TakenValue, WantedValue } from '../page/label-places.js';
import { type DocumentLayout, type Label, letters, type PageLine, textOf } from '../page/layout.js';
import { best, type Paired, pairs } from '../page/pairing.js';

type DateConcept = Extract<Concept, 'issue_date' | 'due_date' | 'delivery_date' | 'order_date' | 'other_date'>;
const concepts: readonly DateConcept[] = ['issue_date', 'due_date', 'delivery_date', 'order_date', 'other_date'];

/** The date beside a label of the concept; for the date of issue also the only one that nothing else explains, for that of payment one in a sentence. */
export function findDate(layout: DocumentLayout, concept: DateConcept): Find | undefined {
  const labelled = pairs(layout, wantedDate(concept)).filter(({ line }) => concept !== 'due_date' || !already.test(rowText(line)));
  const find = best(concept === 'issue_date' ? labelled.filter(({ line }) => !isFoot(layout, line)) : labelled, sameDay);
  if (find && find.confidence !== 'unsure') return find;
  const free = concept === 'issue_date' ? (onlyDate(layout) ?? onlyDay(layout)) : concept === 'due_date' ? payableBy(layout) : undefined;
  return free ?? find ?? best(labelled, sameDay);
}

/** The foot of a page, where whoever printed it leaves his stamp: a date there is taken last. */
const isFoot = (layout: DocumentLayout, { page, box }: PageLine): boolean =>
  box.y + box.height / 2 > (1 - footShare) * (layout.heights[page - 1] ?? 0);
const footShare = 0.1;

/** A date at the beginning of a stretch, or a few letters into it: `on`, `le`, a weekday. */
export function takeDate(line: PageLine, from: number, to: number): TakenValue | undefined {
  const date = line.dates.find((token) => token.from >= from);
  if (!date || date.to > to || letters(textOf(line, from, date.from)) > maxLettersBefore) return undefined;
  return { value: date.text, from: date.from, to: date.to };
}
const maxLettersBefore = 12;

const wantedDate = (concept: DateConcept): WantedValue => ({ concepts: [concept], take: takeDate });

const rowText = (line: PageLine): string => textOf(line, 0, line.words.length);

const sameDay = (value: string): string => datesIn(value).join();

/**
 * Letters often print place and date without a label. Such a date is taken when it is the only one in the upper half of the first page that
 * no label of another date explains, and no sentence runs around it; one without any word before those with some.
 */
function onlyDate(layout: DocumentLayout): Find | undefined {
  const explained = explainedIn(layout);
  const head = layout.lines.filter((line) => line.page === 1).slice(0, maxHeadLines);
  const free = head.flatMap((line) =>
    line.dates
      .filter((date) => !explained.has(`${line.number} ${date.from}`) && standsAlone(line, date) && !isBare(date.text))
      .map((date) => ({ line, date })),
  );
  const bare = free.filter(({ line, date }) => line.phrases.some(({ from, to }) => from === date.from && to === date.to));
  const likeliest = bare.length > 0 ? bare : free;
  const [first] = likeliest;
  if (!first || new Set(likeliest.map(({ date }) => sameDay(date.text))).size > 1) return undefined;
  const { line, date } = first;
  const confidence = labelsAt(line, date).length > 0 ? 'unsure' : 'likely';
  return { value: date.text, page: line.page, quote: quoteOf(line, date), confidence, reason: 'header' };
}

/** The one day that a document prints anywhere but in its rows, if no label gives it another meaning: every invoice states when it was issued. */
function onlyDay(layout: DocumentLayout): Find | undefined {
  const all = layout.lines.flatMap((line) => line.dates.filter(({ text }) => !isBare(text)).map((date) => ({ line, date })));
  const [first] = all;
  if (!first || new Set(all.map(({ date }) => sameDay(date.text))).size > 1 || layout.body.has(first.line.number)) return undefined;
  const { line, date } = first;
  if (explainedIn(layout).has(`${line.number} ${date.from}`)) return undefined;
  return { value: date.text, page: line.page, quote: quoteOf(line, date), confidence: 'likely', reason: 'header' };
}

/** Eight digits in a row: only a label makes a date of those. */
const isBare = (text: string): boolean => /^\d+$/.test(text);

/** The places of dates beside a label. */
const explainedIn = (layout: DocumentLayout): ReadonlySet<string> =>
  new Set(concepts.flatMap((concept) => pairs(layout, wantedDate(concept)).map(placeOf)));

/** The labels of a phrase, such as the `date` of words that we do not know. */
const labelsAt = (line: PageLine, { from }: { readonly from: number }): readonly Label[] =>
  line.phrases.find((phrase) => phrase.from <= from && from < phrase.to)?.labels ?? [];

const maxHeadLines = 25;

const placeOf = ({ line, taken }: Paired): string => `${line.number} ${taken.from}`;

/** With at most a place, an article or the title of the document before it, and nothing after it. */
/** Letters of a time zone after a time. */
const maxZoneLetters = 4;

function standsAlone(line: PageLine, date: { readonly from: number; readonly to: number }): boolean {
  const phrase = line.phrases.find((other) => other.from <= date.from && date.from < other.to);
  if (!phrase || letters(textOf(line, date.to, phrase.to)) > maxZoneLetters) return false;
  const before = textOf(line, phrase.from, date.from);
  return (
    phrase.labels.every(({ concept }) => concept === 'issue_date') &&
    (letters(before) === 0 || markIn(before) === 'title' || (before.split(' ').length <= 5 && !/\d/.test(before)))
  );
}

/** `Please pay by 3 May 2025`, `Bitte überweisen Sie den Betrag bis zum 3.5.2025`: a word for paying, and a preposition right before the date. */
function payableBy(layout: DocumentLayout): Find | undefined {
  for (const line of layout.lines)
    for (const date of line.dates) {
      const phrase = line.phrases.find(({ from, to }) => from <= date.from && date.from < to);
      const before = phrase ? textOf(line, phrase.from, date.from).slice(-maxSentenceLength) : '';
      if (!paying.test(before) || !until.test(before) || already.test(rowText(line))) continue;
      const from = Math.max(phrase?.from ?? 0, date.from - maxQuotedWords);
      return { value: date.text, page: line.page, quote: quoteOf(line, { from, to: date.to }), confidence: 'likely', reason: 'exact' };
    }
  return undefined;
}

const maxSentenceLength = 120;
const maxQuotedWords = 6;
const paying =
  /(?:^|[^\p{L}])(?:zahl|überweis|begleich|bezahl|pay|remit|settle|régl|regler|pagar|pague|abonar|saldare|betal|voldoen|liquidar|transfer|transfi|virement|overmak|bonific)/iu;
const until =
  /(?:^|[\s(])(?:bis(?: zum| spätestens)?|spätestens(?: am| zum)?|by|before|until|due to|avant le|d[’']ici(?: le| au)?|au plus tard le|antes del?|hasta el|entro il|entro|v[oó]{1,2}r|uiterlijk|até(?: a| ao)?)\s*:?$/iu;
/** What was paid already, or what paying early saves. */
const already = /skonto|rabatt|discount|escompte|sconto|korting|received|erhalten|reçu|recibid|benefit/iu;
