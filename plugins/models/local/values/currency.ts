import type { Field } from '../../../../core/index.js';
import {
  type ColumnConcept,
  canBeCurrency,
  columnsIn,
  currencyCodeOf,
  currencyNamedBy,
  type LabelConcept,
  letters,
  type PageLine,
} from '../../../../core/text.js';
import { doubtful, type Find, findOn, quoteOf, type WordRange } from '../find.js';
import type { TakenValue } from '../label-places.js';
import { type DocumentLayout, phraseAt } from '../layout.js';
import { best, pairs } from '../pairing.js';

interface CurrencyMention {
  readonly line: PageLine;
  readonly from: number;
  readonly to: number;
  readonly printed: string;
  readonly code: string;
  readonly certain: boolean;
}

/**
 * The currency: stated, else printed with the amounts (doubtful where several are), else guessed from the country; the country also decides against
 * a sign that OCR was not sure of.
 */
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
  const country = isRead(first) || first.certain ? undefined : ofCountry(layout);
  if (country && !canBeCurrency(first, country.value)) return country;
  const find: Find = {
    value: first.printed,
    page: first.line.page,
    quote: quoteOf(first.line, ...quotedWith(first)),
    confidence: 'certain',
    reason: 'exact',
  };
  if (clear.length === 0) return { ...find, confidence: 'unsure', reason: 'ambiguous' };
  if (!isRead(first)) return { ...find, confidence: 'unsure', reason: 'obscured' };
  return others.some((group) => group.length * maxTimesRarer > most.length) ? doubtful(find) : find;
}

const sumsOf = (group: readonly CurrencyMention[]): number => group.filter(({ line }) => sumOn(line)).length;

/** What to quote: the sign with the label of the sum it stands beside, else with its phrase. */
const quotedWith = (one: CurrencyMention): readonly WordRange[] => [one, sumOn(one.line) ?? phraseAt(one.line, one.from) ?? one];

/** Whether OCR is certain of every quoted word. */
function isLegible(one: CurrencyMention): boolean {
  const [from, to] = [
    Math.min(...quotedWith(one).map((stretch) => stretch.from)),
    Math.max(...quotedWith(one).map((stretch) => stretch.to)),
  ];
  return isRead({ ...one, from, to });
}

/** Whether OCR is certain of these words. */
const isRead = ({ line, from, to }: Pick<CurrencyMention, 'line' | 'from' | 'to'>): boolean =>
  line.words.slice(from, to).every(({ certainty = 1, otherwise }) => certainty >= minCertainty && otherwise === undefined);
const minCertainty = 0.85;

/** The label of a sum in a row: the currency beside a sum is certainly the document's own. */
const sumOn = (line: PageLine) =>
  line.phrases
    .flatMap(({ labels }) => labels)
    .find(({ concept }) => concept === 'total' || concept === 'amount_due' || concept === 'subtotal');

/** A currency printed this many times less often belongs to an example, a fee or an exchange rate. */
const maxTimesRarer = 5;

/** Whether a code may be an ordinary word, because it follows words that are not about money: `BALLPOINT PEN 2.49`. */
function endsWords({ line, from, printed }: CurrencyMention): boolean {
  const phrase = phraseAt(line, from);
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
  const phrase = phraseAt(line, at);
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

/**
 * Signs of the country of a document that prints no currency: form of tax number, legal form, telephone prefix, country name.
 * Sources: the VAT numbers of VIES, the tax numbers of the countries' revenue offices, ITU-T E.164.
 */
const countries: readonly (readonly [currency: string, RegExp])[] = [
  ['EUR', /\b(?:ATU|DE|FR|IT|ES[A-Z]?|NL|BE|PT|IE|FI|EL|LU)[ .]?\d{3}[ .]?\d{3}[ .]?\d{2,3}(?:B\d\d)?\b|(?:\+|\b00)(?:49|43|33|34|39|31|32|351|353|358|352)[ (]\d/],
  ['MYR', /\bSdn\.? ?Bhd\b|\bMalaysia\b|\bGST\b[^\d]{0,12}00\d{10}\b|\+60[ -]?\d/i],
  ['GBP', /\bGB ?\d{3} ?\d{4} ?\d{2}\b|\+44[ (]\d|\bUnited Kingdom\b/],
  ['CHF', /\bCHE-?\d{3}\.\d{3}\.\d{3}\b|\+41 \d/],
  ['SEK', /\bSE\d{12}\b|\+46[ (]\d|\bOrg\.? ?nr\.? ?\d{6}-\d{4}\b/i],
  ['NOK', /\bNO ?\d{9} ?MVA\b|\+47 \d/],
  ['DKK', /\bCVR[^\d]{0,6}\d{8}\b|\+45 \d/],
  ['INR', /\bGSTIN\b|\bPvt\.? Ltd\b|\+91[ -]?\d/i],
  ['AUD', /\bABN\b[^\d]{0,4}\d{2} ?\d{3} ?\d{3} ?\d{3}\b|\bPty\.? Ltd\b|\+61 \d/i],
  ['SGD', /\bPte\.? Ltd\b|\bSingapore\b|\+65 \d/i],
]; // biome-ignore format: a table

/** The currency of the only country that the document shows. It is a guess, because a seller may charge in another currency. */
export function ofCountry({ lines }: DocumentLayout): Find | undefined {
  const shown = countries.flatMap(([currency, cue]) => {
    const line = lines.find((other) => cue.test(other.text));
    return line ? [{ currency, line }] : [];
  });
  const [only, ...others] = shown;
  if (!only || others.length > 0) return undefined;
  const { currency, line } = only;
  return { value: currency, page: line.page, quote: line.text, confidence: 'guess', reason: 'header' };
}

/**
 * The find of a field that names a currency, such as `total_usd`: what was found unless it is printed in another one, else the only amount in
 * this one.
 */
export function inCurrency(field: Field, find: Find | undefined, layout: DocumentLayout): Find | undefined {
  const wanted = currencyNamedBy(field);
  if (wanted === undefined) return find;
  const all = layout.lines.flatMap((line) =>
    line.numbers.filter(({ value }) => value.decimals === 2).map((number) => ({ line, ...number, code: codeAt(line, number) })),
  );
  const known = all.filter(({ code }) => code !== undefined);
  if (known.length === 0) return find;
  const own = find && known.filter(({ line, text }) => line.page === find.page && find.quote.includes(text) && find.value.includes(text));
  if (own?.some(({ code }) => code === wanted)) return find;
  const [first, ...others] = known.filter(({ code }) => code === wanted);
  if (!first) return undefined;
  const { line, text, to } = first;
  const only = findOn(line, { value: text, from: 0, to }, { confidence: 'likely' });
  return others.some((other) => other.text !== text) ? doubtful(only) : only;
}

/** The code of the currency that stands with a number, or that the text before it ends with. */
function codeAt(line: PageLine, { from, value }: PageLine['numbers'][number]): string | undefined {
  const sign = value.currency ?? line.words[from - 1]?.text.replace(/^\(|[):]+$/g, '') ?? '';
  return currencyCodeOf(sign)?.code;
}

/** The column whose header names the currency of a field; undefined where the field or no single header names one. */
export function columnInCurrency(field: Field, headers: readonly string[]): number | undefined {
  const wanted = currencyNamedBy(field);
  const columns = headers.flatMap((header, at) =>
    header.split(/[\s/()[\]:,-]+/).some((word) => wanted !== undefined && currencyCodeOf(word)?.code === wanted) ? [at] : [],
  );
  return columns.length === 1 ? columns[0] : undefined;
}
