import { type Field, memoizeByObject } from '../../../../core/index.js';
import {
  type Concept,
  captionOver,
  type DocumentIndex,
  datesIn,
  fold,
  isInColumnOfDates,
  isOfPeriod,
  letters,
  markIn,
  type PageLine,
  squash,
} from '../../../../core/text.js';
import { type Find, quoteOf, type WordRange } from '../find.js';
import type { TakenValue, WantedValue } from '../label-places.js';
import { type DocumentLayout, phraseAt, textOf } from '../layout.js';
import { best, type Paired, pairs } from '../pairing.js';

type DateConcept = Extract<Concept, 'issue_date' | 'due_date' | 'delivery_date' | 'order_date' | 'other_date'>;
const dateConcepts: readonly DateConcept[] = ['issue_date', 'due_date', 'delivery_date', 'order_date', 'other_date'];

/**
 * The date beside a label of the concept. An issue date may also be the only unexplained date, a due date one in a sentence about paying.
 */
export function findDate(layout: DocumentLayout, concept: DateConcept): Find | undefined {
  const labelled = datesUnder(layout, concept).filter(
    ({ line }) => concept !== 'due_date' || !(paidOrSaved.test(line.text) || isNextInstalment(layout, line)),
  );
  const find = best(concept === 'issue_date' ? labelled.filter(({ line }) => !isFoot(layout, line)) : labelled, sameDay);
  if (find && find.confidence !== 'unsure') return find;
  const free = concept === 'issue_date' ? (onlyDate(layout) ?? onlyDay(layout)) : concept === 'due_date' ? payableBy(layout) : undefined;
  return free ?? find ?? best(labelled, sameDay);
}

/**
 * The dates beside labels of a concept. A preposition such as `vom` may belong to any date, so a real label goes before it, unless the title
 * of the document does: `Rechnung Nr. 17 vom 3. Mai 2025`. A period is no day of issue, whatever is before it: `Période du 10/09/2025 au 09/03/2026`.
 */
const datesUnder = (layout: DocumentLayout, concept: DateConcept): readonly Paired[] =>
  [...pairs(layout, wantedDate(concept)), ...(concept === 'order_date' ? pairs(layout, wantedDate('issue_date')).filter(isOfOrder) : [])]
    .filter(
      ({ place, line, taken }) =>
        place !== 'below' || !isInColumnOfDates({ row: line, order: line.number, from: taken.from, to: taken.to }, layout.index),
    )
    .filter((pair) => concept !== 'issue_date' || !(endsPeriod(pair.line, pair.taken, layout) || isOfOrder(pair)))
    .map((pair) => ({ ...pair, rank: rankOf(pair) }))
    .sort((a, b) => b.rank - a.rank);

/** Whether the words before a short label say that its day is that of an order: `Ihre Bestellung 4500088172 vom 04.07.2025`, `your order dated 9 January`. */
function isOfOrder({ label, labelLine }: Paired): boolean {
  const phrase = letters(label.text) <= maxShortLetters ? phraseAt(labelLine, label.from) : undefined;
  const before = phrase?.text.slice(0, label.start).replace(/^.*[|•·]/, '') ?? '';
  return phrase !== undefined && !opensAsTitle(before) && orderWord.test(before);
}
const maxShortLetters = 5;
const orderWord =
  /(?:^|[^\p{L}])(?:bestellung|auftrag|order|commande|pedido|ordine|bestelling|opdracht|encomenda|zam[oó]wieni[ae])(?:\P{L}+\p{L}+){0,2}\P{L}*$/iu;
/** `Order confirmation 4711 of`: the document is that of the order. */
const opensAsTitle = (before: string): boolean =>
  /^(?:auftragsbest|bestell(?:ung|schein)|order conf|purchase order|confirmation)/iu.test(before);

function rankOf(pair: Paired): number {
  if (isPreposition(pair)) return pair.rank + prepositionRank;
  return saysDayOnly(pair) ? pair.rank + dayOnlyRank : pair.rank;
}

function isPreposition({ label, labelLine }: Paired): boolean {
  const phrase = phraseAt(labelLine, label.from);
  return letters(label.text) <= maxPrepositionLetters && markIn(phrase?.text.slice(0, label.start) ?? '') !== 'title';
}
const maxPrepositionLetters = 3;
const prepositionRank = -1.6;

/** Whether a label says only that it is a day, of whatever: `DATA` of a journey, where `Emesso il` says more. */
const saysDayOnly = ({ label }: Paired): boolean => dayOnly.has(squash(label.text));
const dayOnly = new Set(['date', 'data', 'datum', 'dato', 'fecha', 'дата', 'tarih', 'kuupäev']);
const dayOnlyRank = -0.5;

/** Whether a line is in the page foot. Whoever printed the page leaves a stamp there, so dates in it come last. */
const isFoot = (layout: DocumentLayout, { page, box }: PageLine): boolean =>
  box.y + box.height / 2 > (1 - footShare) * layout.index.heightOf(page);
const footShare = 0.1;

/** Takes a date at the beginning of a range, or after a few letters: `on`, `le`, a weekday. */
export function takeDate(line: PageLine, from: number, to: number): TakenValue | undefined {
  const date = line.dates.find((token) => token.from >= from);
  if (!date || date.to > to || letters(textOf(line, from, date.from)) > maxLettersBefore) return undefined;
  return { value: date.text, from: date.from, to: date.to };
}
const maxLettersBefore = 12;

const wantedDate = (concept: DateConcept): WantedValue => ({ concepts: [concept], take: takeDate });

const sameDay = (value: string): string => datesIn(value).join();

/**
 * The only date in the first lines of page one that no label explains, as letters print place and date without a label.
 * A date inside a sentence does not count. A date that fills its phrase goes before one with words beside it.
 */
function onlyDate(layout: DocumentLayout): Find | undefined {
  const explained = explainedDates(layout);
  const head = layout.lines.filter((line) => line.page === layout.index.firstPage).slice(0, maxHeadLines);
  const isCaptioned = (line: PageLine, word: number): boolean => {
    const phrase = phraseAt(line, word);
    return phrase !== undefined && captionOver(phrase, layout.index) !== undefined;
  };
  const free = head.flatMap((line) =>
    line.dates
      .filter(
        (date) =>
          !explained.has(`${line.number} ${date.from}`) &&
          standsAlone(line, date) &&
          !isBare(date.text) &&
          !endsPeriod(line, date, layout) &&
          !isCaptioned(line, date.from),
      )
      .map((date) => ({ line, date })),
  );
  const bare = free.filter(({ line, date }) => line.phrases.some(({ from, to }) => from === date.from && to === date.to));
  const likeliest = bare.length > 0 ? bare : free;
  const [first] = likeliest;
  if (!first || new Set(likeliest.map(({ date }) => sameDay(date.text))).size > 1) return undefined;
  const { line, date } = first;
  return { value: date.text, page: line.page, quote: quoteOf(line, date), confidence: 'likely', reason: 'header' };
}

/** The only day that a document prints outside its item rows, if no label explains it: every invoice states when it was issued. */
function onlyDay(layout: DocumentLayout): Find | undefined {
  const all = layout.lines.flatMap((line) => line.dates.filter(({ text }) => !isBare(text)).map((date) => ({ line, date })));
  const [first] = all;
  if (!first || new Set(all.map(({ date }) => sameDay(date.text))).size > 1 || layout.body.has(first.line.number)) return undefined;
  const { line, date } = first;
  if (explainedDates(layout).has(`${line.number} ${date.from}`)) return undefined;
  return { value: date.text, page: line.page, quote: quoteOf(line, date), confidence: 'likely', reason: 'header' };
}

/** Whether a day is the first or the last of a period. */
const endsPeriod = (line: PageLine, { from, to }: WordRange, { index }: DocumentLayout): boolean =>
  isOfPeriod({ row: line, order: line.number, from, to }, index);

/** Eight digits in a row are a date only beside a label. */
const isBare = (text: string): boolean => /^\d+$/.test(text);

/** The positions of all dates that stand beside a label. */
export const explainedDates = (layout: DocumentLayout): ReadonlySet<string> =>
  new Set(dateConcepts.flatMap((concept) => pairs(layout, wantedDate(concept)).map(placeOf)));

const maxHeadLines = 25;

const placeOf = ({ line, taken }: Paired): string => `${line.number} ${taken.from}`;

/** The length of a time zone after a time, such as `CEST`. */
const maxZoneLetters = 4;

/** Whether a date has at most a place, an article or the document title before it in its phrase, and nothing after it. */
function standsAlone(line: PageLine, date: { readonly from: number; readonly to: number }): boolean {
  const phrase = phraseAt(line, date.from);
  if (!phrase || letters(textOf(line, date.to, phrase.to)) > maxZoneLetters) return false;
  const before = textOf(line, phrase.from, date.from);
  return (
    phrase.labels.every(({ concept }) => concept === 'issue_date') &&
    (letters(before) === 0 || markIn(before) === 'title' || (before.split(' ').length <= 5 && isOfPlace(before)))
  );
}

const isOfPlace = (before: string): boolean => !/\d/.test(before) && !longSmallWord.test(before) && !debited.test(before);
/** Words of a place that begin with a small letter are mostly short: `Santiago de Compostela, a`. */
const longSmallWord = /(?:^|\s)\p{Ll}{4}/u;
/** What announces the day of a direct debit. */
const debited = /(?:^|\s)(?:addebit|pr[ée]l[eè]v|incass|abbuch|einzug|lastschrift|adeudo|cargo (?:el|en)|d[ée]bit[eé]?[ds]? |trekk)/iu;

/** A date after a word for paying and a preposition: `Please pay by 3 May 2025`, `Bitte überweisen Sie bis zum 3.5.2025`. */
function payableBy(layout: DocumentLayout): Find | undefined {
  for (const line of layout.lines)
    for (const date of line.dates) {
      const phrase = phraseAt(line, date.from);
      const before = phrase ? textOf(line, phrase.from, date.from).slice(-maxSentenceLength) : '';
      if (!payingWord.test(before) || !deadlineWord.test(before) || paidOrSaved.test(line.text)) continue;
      const from = Math.max(phrase?.from ?? 0, date.from - maxQuotedWords);
      return { value: date.text, page: line.page, quote: quoteOf(line, { from, to: date.to }), confidence: 'likely', reason: 'exact' };
    }
  return undefined;
}

const maxSentenceLength = 120;
const maxQuotedWords = 6;
const payingWord =
  /(?:^|[^\p{L}])(?:zahl|überweis|begleich|bezahl|pay|remit|settle|régl|regler|pagar|pague|abonar|saldare|betal|voldoen|liquidar|transfer|transfi|virement|overmak|bonific)/iu;
const deadlineWord =
  /(?:^|[\s(])(?:bis(?: zum| spätestens)?|spätestens(?: am| zum)?|by|before|until|due to|avant le|d[’']ici(?: le| au)?|au plus tard le|antes del?|hasta el|entro il|entro|v[oó]{1,2}r|uiterlijk|até(?: a| ao)?)\s*:?$/iu;
/** Words about what was already paid, or about what early payment saves. */
const paidOrSaved = /skonto|rabatt|discount|escompte|sconto|korting|received|erhalten|reçu|recibid|benefit/iu;

/** What is paid in advance from now on, or in several parts, is another debt than that of the document. */
const nextInstalment =
  /(?<!ohne )abschl[aä]g|teilbetr[aä]g|ratenzahl|termijnbedrag|voorschot|instal+ment|mensualit|prochaine? (?:échéance|prélèvement)|próxim[oa] (?:cuota|recibo)|prossim[ao] rata/iu;

/** Whether the sentence of a line speaks of an instalment: with the line over it, where that goes on. A caption before a day is no sentence. */
function isNextInstalment({ lines }: DocumentLayout, line: PageLine): boolean {
  const above = lines[line.number - 1];
  const sentence = above?.page === line.page && !/[.:!?]\s*$/.test(above.text) ? `${above.text} ${line.text}` : line.text;
  return sentence.split(' ').length >= minSentenceWords && nextInstalment.test(sentence);
}
const minSentenceWords = 8;

type Edge = 'first' | 'last';

/** Which day of a period a field asks for: `service_period.from`, `billing_period_end`. */
export function edgeOf({ names, type }: Field): Edge | undefined {
  const name = names
    .join(' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  if (type !== 'string' || !period.test(name)) return undefined;
  return first.test(name) ? 'first' : last.test(name) ? 'last' : undefined;
}

const period = /period|zeitraum|p[ée]riode|per[ií]odo|okres|razdoblje/;
const first = /(?:^| )(?:from|start|starts|begin|beginn|von|ab|du|debut|début|desde|inicio|dal|inizio|van|od)(?: |$)/;
const last = /(?:^| )(?:to|end|ends|until|bis|ende|au|fin|hasta|al|fine|tot|ate|até|fim|do)(?: |$)/;

/** The first or the last day of the period that a label of one announces. */
export function findEdge(layout: DocumentLayout, edge: Edge): Find | undefined {
  const found = pairs(layout, { concepts: ['other_date'], free: true, take: takeEdge(edge) });
  return best(
    found
      .filter(({ label }) => period.test(label.text.toLowerCase()))
      .map((pair) => ({ ...pair, quote: pair.line === pair.labelLine ? quoteOf(pair.line, pair.label, pair.taken) : pair.quote })),
  );
}

/** Takes one of two days with little between them: `01.03.2025 - 31.03.2025`, `from 1 March 2025 to 31 March 2025`. */
const takeEdge =
  (edge: Edge) =>
  (line: PageLine, from: number): TakenValue | undefined => {
    const [begin, end] = line.dates.filter((date) => date.from >= from);
    if (!begin || !end || begin.from > from + maxWordsBefore || end.from - begin.to > maxWordsBetween) return undefined;
    const date = edge === 'first' ? begin : end;
    return { value: date.text, from: date.from, to: date.to };
  };

/** How many words may stand before the first day, and between the two. */
const maxWordsBefore = 2;
const maxWordsBetween = 2;

/**
 * The words that say a day in a row, or begin one, or the ISO day that they mean where only other dates of the document tell the year, `02 May` in a statement;
 * undefined where they say none.
 */
export function dayIn(text: string, line: PageLine, index: DocumentIndex): string | undefined {
  if (datesIn(text).length > 0) return text;
  const said = daysByLine(index)
    .get(line.number)
    ?.find((spot) => ` ${fold(text)} `.includes(` ${fold(spot.text)} `) || fold(spot.text).startsWith(`${fold(text)} `));
  return said?.readings.length === 1 ? said.readings[0] : undefined;
}

const daysByLine = memoizeByObject((index: DocumentIndex) => Map.groupBy(index.days, ({ order }) => order));
