import { type ColumnConcept, canBeCurrency, columnsIn, currencyCodeOf } from '../../../../core/text.js';
import { doubtful, type Find, quoteOf, type WordRange } from '../find.js';
import type { TakenValue } from '../page/label-places.js';
import { type DocumentLayout, type LabelConcept, letters, type PageLine } from '../page/layout.js';
import { best, pairs } from '../page/pairing.js';
import { ofCountry } from './country-currency.js';

interface CurrencyMention {
  readonly line: PageLine;
  readonly from: number;
  readonly to: number;
  readonly printed: string;
  readonly code: string;
  readonly certain: boolean;
}

/** The currency: stated, else printed with the amounts (doubtful where several are), else guessed from the country. */
export function findCurrency(layout: DocumentLayout): Find | undefined {
  const stated = best(pairs(layout, { concepts: ['currency'], take: takeCurrency }), codeOf);
  if (stated && stated.confidence !== 'unsure') return stated;
  const all = layout.lines.flatMap((line) => [...withAmounts(line), ...alone(layout, line)]);
  const clear = all.filter((one) => !endsWords(one));
  const seen = clear.length > 0 ? clear : all;
  const votes = [...Map.groupBy(seen, ({ code }) => code).values()].sort((a, b) => b.length - a.length || sumsOf(b) - sumsOf(a));
  const [most = [], ...others] = votes.filter((group) => !isSignOf(group, votes));
  const plain = most.some(({ certain }) => certain) ? most.filter(({ certain }) => certain) : most;
  const clearest = plain.some(isLegible) ? plain.filter(isLegible) : plain;
  const first = clearest.find(({ line }) => sumOn(line)) ?? clearest[0];
  if (!first) return ofCountry(layout);
  const find: Find = {
    value: first.printed,
    page: first.line.page,
    quote: quoteOf(first.line, ...quotedWith(first)),
    confidence: 'certain',
    reason: 'exact',
  };
  if (clear.length === 0) return { ...find, confidence: 'unsure', reason: 'ambiguous' };
  return others.some((group) => group.length * maxTimesRarer > most.length) ? doubtful(find) : find;
}

const sumsOf = (group: readonly CurrencyMention[]): number => group.filter(({ line }) => sumOn(line)).length;

/** What to quote: the sign with the label of the sum it stands beside, else with its phrase. */
const quotedWith = (one: CurrencyMention): readonly WordRange[] => [one, sumOn(one.line) ?? phraseAt(one)];

/** Whether OCR is certain of every quoted word. */
function isLegible(one: CurrencyMention): boolean {
  const [from, to] = [
    Math.min(...quotedWith(one).map((stretch) => stretch.from)),
    Math.max(...quotedWith(one).map((stretch) => stretch.to)),
  ];
  return one.line.words.slice(from, to).every(({ certainty = 1, otherwise }) => certainty >= minCertainty && otherwise === undefined);
}
const minCertainty = 0.85;

/** The label of a sum in a row: the currency beside a sum is certainly the document's own. */
const sumOn = (line: PageLine) =>
  line.phrases
    .flatMap(({ labels }) => labels)
    .find(({ concept }) => concept === 'total' || concept === 'amount_due' || concept === 'subtotal');

const phraseAt = ({ line, from, to }: CurrencyMention) =>
  line.phrases.find((phrase) => phrase.from <= from && from < phrase.to) ?? { from, to };

/** A currency printed this many times less often belongs to an example, a fee or an exchange rate. */
const maxTimesRarer = 5;

/** Whether a code may be an ordinary word, because it follows words that are not about money: `BALLPOINT PEN 2.49`. */
function endsWords({ line, from, printed }: CurrencyMention): boolean {
  const phrase = line.phrases.find((other) => other.from <= from && from < other.to);
  if (!phrase || !/^\p{L}{3}$/u.test(printed) || phrase.labels.some(({ concept }) => money.has(concept))) return false;
  const before = line.words[from - 1]?.text ?? '';
  return from > phrase.from && /^\p{L}+$/u.test(before);
}

const codeOf = (printed: string): string => currencyCodeOf(printed)?.code ?? printed;

/** Whether a group of bare `$` or `kr` agrees with a currency that another group names by its code. */
const isSignOf = (group: readonly CurrencyMention[], votes: readonly (readonly CurrencyMention[])[]): boolean =>
  group.every(({ certain }) => !certain) &&
  votes.some((other) => other !== group && other.every(({ code, certain }) => certain && group.every((one) => canBeCurrency(one, code))));

function takeCurrency(line: PageLine, from: number, to: number): TakenValue | undefined {
  const value = (line.words[from]?.text ?? '').replace(/^[(:]+|[),.;]+$/g, '');
  return from < to && currencyCodeOf(value) ? { value, from, to: from + 1 } : undefined;
}

const withAmounts = (line: PageLine): readonly CurrencyMention[] =>
  line.numbers.flatMap(({ value, from, to }) => seen(line, from, to, value.currency));

/** A code beside a label or header about money, or a sign on its own as over a column: `(€)`, `Total EUR`. */
const alone = (layout: DocumentLayout, line: PageLine): readonly CurrencyMention[] =>
  line.words.flatMap((word, at) => {
    const text = word.text.replace(/^.*[([{/]|[)\]}:,.;/]+$/g, '');
    const isSign = /^(?:[A-Z]{3}|\p{Sc}|Euro?)$/u.test(text) || /[([{]\p{L}{2}[)\]}]/u.test(word.text);
    if (line.numbers.some(({ from, to }) => from <= at && at < to) || !isSign) return [];
    if (/^[A-Z]{2}$/.test(text)) return speaksOfMoney(line, at) ? seen(line, at, at + 1, text) : [];
    return /^[A-Z]{3}$/.test(text) && !layout.heads.has(line.number) && !speaksOfMoney(line, at) ? [] : seen(line, at, at + 1, text);
  });

/** Whether a code stands beside the label of an amount, or alone in its phrase. A word that only looks like a code stands among words. */
function speaksOfMoney(line: PageLine, at: number): boolean {
  const phrase = line.phrases.find(({ from, to }) => from <= at && at < to);
  if (!phrase) return false;
  const labelled = phrase.labels.some(({ concept }) => money.has(concept)) || columnsIn(phrase.text).some(({ name }) => prices.has(name));
  return labelled || letters(phrase.text) === codeLetters;
}

const codeLetters = 3;

const money: ReadonlySet<LabelConcept> = new Set(['currency', 'subtotal', 'discount', 'charge', 'tip', 'rounding', 'withholding', 'tax', 'total',
  'prepaid', 'amount_due', 'other_amount']); // biome-ignore format: a table
const prices: ReadonlySet<ColumnConcept> = new Set(['line_unit_price', 'line_amount', 'line_tax', 'line_discount']);

function seen(line: PageLine, from: number, to: number, printed: string | undefined): readonly CurrencyMention[] {
  const isForm = printed === 'BHD' && /^s\p{L}n\.?$/iu.test(line.words[line.words.findIndex(({ text }) => text === 'BHD') - 1]?.text ?? '');
  const currency = printed === undefined || isForm ? undefined : currencyCodeOf(printed);
  return printed !== undefined && currency ? [{ line, from, to, printed, ...currency }] : [];
}
