import { decimal } from '../../core/index.js';
import { datesIn, numbersIn, squash } from '../../core/text.js';
import { type FaultExhibit, truthAt } from './exhibit.js';
import type { Fault, Planted } from './fault.js';
import type { Random } from './random.js';
import { canMean, isRight } from './same-value.js';
import { type FaultFieldFamily, type FaultLeaf, type FaultMark, fieldFamily, isLine, leavesOf, withHeader, withMark } from './sheet.js';

/** The leaves that the reading has right; only there a fault makes something wrong. */
export const rightLeaves = (exhibit: FaultExhibit): readonly FaultLeaf[] =>
  leavesOf(exhibit.sheet).filter((leaf) => isRight(exhibit, leaf));

/** The header values of one family. */
const headerLeaves = (exhibit: FaultExhibit, family: FaultFieldFamily): readonly FaultLeaf[] =>
  rightLeaves(exhibit).filter((leaf) => fieldFamily(leaf) === family);

/** Every sum of the document, and one number of its rows. */
function numberLeaves(exhibit: FaultExhibit, random: Random): readonly FaultLeaf[] {
  const leaves = rightLeaves(exhibit);
  const cell = random.pick(leaves.filter(({ path, name }) => isLine(path) && name !== 'description'));
  return [...leaves.filter((leaf) => fieldFamily(leaf) === 'money'), ...(cell ? [cell] : [])];
}

/** Gives the wrong mark for a leaf; undefined where it cannot be misread this way. */
export type Misreading = (exhibit: FaultExhibit, leaf: FaultLeaf, random: Random) => FaultMark | undefined;

/** A fault that misreads each chosen leaf separately. */
const leafFault =
  (chosen: (exhibit: FaultExhibit, random: Random) => readonly FaultLeaf[]) =>
  (number: number, name: string, misreading: Misreading): Fault => ({
    number,
    name,
    standard: 'leaves',
    plant: (exhibit, random) => chosen(exhibit, random).flatMap((leaf) => misread(exhibit, leaf, misreading(exhibit, leaf, random))),
  });

/** The sheet with one leaf misread; empty when the new reading is still right. */
export function misread(exhibit: FaultExhibit, leaf: FaultLeaf, mark: FaultMark | undefined): readonly Planted[] {
  if (!mark || (mark.value !== null && canMean(exhibit, leaf, mark.value))) return [];
  return [{ sheet: withMark(exhibit.sheet, leaf, mark), targets: [leaf.path] }];
}

/** The mark with a value that is printed nowhere; its quote is unchanged. */
export const altered = ({ quote, page }: FaultMark, value: string): FaultMark => ({ value, quote, page });

/** The mark with another value, changed in its quote as well; undefined when the quote does not contain the noted value. */
export function requoted({ value: noted, quote, page }: FaultMark, value: string): FaultMark | undefined {
  return noted !== null && quote?.includes(noted) ? { value, quote: quote.replace(noted, () => value), page } : undefined;
}

/**
 * Swaps two neighbouring different digits, or adds 3 to one digit; picks, in random order, the first result that `isWrong`. Undefined when
 * every result is still right.
 */
export function swappedDigits(text: string, random: Random, isWrong: (text: string) => boolean): string | undefined {
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const swaps = digits.filter((at) => /\d/.test(text[at + 1] ?? '') && text[at] !== text[at + 1]).map((at) => swap(text, at));
  const added = digits.map((at) => text.slice(0, at) + ((Number(text[at]) + 3) % 10) + text.slice(at + 1));
  return [...random.shuffled(swaps), ...random.shuffled(added)].find(isWrong);
}

const swap = (text: string, at: number): string => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);

/** Whether a misread text still looks like an amount that somebody would print; '076,84' does not. */
export const isAmount = (text: string): boolean => numbersIn(text).length > 0 && !/^\D*0\d/.test(text);

const swapped = (exhibit: FaultExhibit, leaf: FaultLeaf, random: Random): string | undefined =>
  swappedDigits(leaf.mark.value ?? '', random, (text) => isAmount(text) && !canMean(exhibit, leaf, text));

/** Faults of one amount: each sum of a document and one number of its rows is misread separately. */
const amountFault = leafFault(numberLeaves);

export const digitSwapTrueQuote = amountFault(1, 'digit swap, true quote', (exhibit, leaf, random) => {
  const value = swapped(exhibit, leaf, random);
  return value === undefined ? undefined : altered(leaf.mark, value);
});

export const digitSwapQuoteToo = amountFault(2, 'digit swap, quote too', (exhibit, leaf, random) => {
  const value = swapped(exhibit, leaf, random);
  return value === undefined ? undefined : requoted(leaf.mark, value);
});

export const decimalShift = amountFault(3, 'decimal shift', (exhibit, leaf) => {
  const truth = amountOf(exhibit, leaf);
  if (!truth || truth.isZero()) return undefined;
  const tenfold = truth.times(10);
  const text = tenfold.toFixed(Math.max(tenfold.decimalPlaces(), 2)).replace('.', exhibit.index.style?.decimal ?? '.');
  return altered(leaf.mark, text);
});

export const signFlip = amountFault(4, 'sign flip', (exhibit, leaf) =>
  amountOf(exhibit, leaf)?.gt(0) ? altered(leaf.mark, `-${leaf.mark.value}`) : undefined,
);

export const anotherRealAmount = amountFault(5, 'another real amount', (exhibit, leaf, random) => {
  const others = exhibit.index.numbers.filter((spot) => spot.decimals > 0 && !spot.percent && !canMean(exhibit, leaf, spot.text));
  const spot = random.pick(others);
  return spot && { value: spot.text, quote: spot.row.text, page: spot.row.page, place: spot };
});

function amountOf(exhibit: FaultExhibit, { path }: FaultLeaf) {
  const truth = truthAt(exhibit, path);
  return truth === undefined ? undefined : decimal(truth);
}

/** Faults of one date: each date of a document is misread separately. */
const dateFault = leafFault((exhibit) => headerLeaves(exhibit, 'date'));

export const wrongRealDate = dateFault(8, 'wrong real date', (exhibit, leaf, random) => {
  const spot = random.pick(exhibit.index.dates.filter(({ text }) => !canMean(exhibit, leaf, text)));
  return spot && { value: spot.text, quote: spot.row.text, page: spot.row.page, place: spot };
});

export const dayForMonth = dateFault(9, 'day and month swapped', (exhibit, leaf) => {
  const [year, month, day] = String(truthAt(exhibit, leaf.path)).slice(0, 10).split('-');
  if (!year || !month || !day || Number(day) > 12 || day === month) return undefined;
  const printed = leaf.mark.value ?? '';
  const inDigits = printed.replace(/^(\d{1,2})([-/. ])(\d{1,2})(?=\2)/, '$3$2$1');
  const value = inDigits === printed ? `${year}-${day}-${month}` : inDigits;
  return altered(leaf.mark, value);
});

export const yearBefore = dateFault(10, 'year altered', (exhibit, leaf) => {
  const year = Number(String(truthAt(exhibit, leaf.path)).slice(0, 4));
  const printed = leaf.mark.value ?? '';
  const texts = [String(year), String(year).slice(2)].map((from) => replaceLast(printed, from, String(year - 1).slice(-from.length)));
  const value = texts.find((text) => text !== printed && datesIn(text).some((date) => date.startsWith(String(year - 1))));
  return value === undefined ? undefined : requoted(leaf.mark, value);
});

function replaceLast(text: string, from: string, to: string): string {
  const at = text.lastIndexOf(from);
  return at < 0 ? text : text.slice(0, at) + to + text.slice(at + from.length);
}

export const numberDigitSwap: Fault = {
  number: 18,
  name: 'invoice number digit swap',
  standard: 'leaves',
  plant: (exhibit, random) => {
    const mark = exhibit.sheet.header.invoice_number;
    if (!mark?.value) return [];
    const leaf: FaultLeaf = { path: '$.invoice_number', name: 'invoice_number', mark };
    const value = swappedDigits(mark.value, random, (text) => squash(text) !== squash(mark.value ?? ''));
    return value === undefined || !isRight(exhibit, leaf) ? [] : misread(exhibit, leaf, requoted(mark, value));
  },
};

export const ibanDigitSwap: Fault = {
  number: 21,
  name: 'IBAN digit swap',
  standard: 'leaves',
  plant: ({ sheet, iban }, random) => {
    const value = iban?.value && swappedDigits(iban.value, random, (text) => squash(text) !== squash(iban.value ?? ''));
    const mark = iban && value ? requoted(iban, value) : undefined;
    return mark ? [{ sheet: withHeader(sheet, { iban: mark }), targets: ['$.iban'] }] : [];
  },
};

export const sellerForBuyer: Fault = {
  number: 16,
  name: 'seller <-> buyer',
  standard: 'leaves',
  plant: ({ sheet }) => {
    const { seller_name, buyer_name } = sheet.header;
    if (!seller_name || !buyer_name || squash(seller_name.value ?? '') === squash(buyer_name.value ?? '')) return [];
    return [{ sheet: withHeader(sheet, { seller_name: buyer_name, buyer_name: seller_name }), targets: ['$.seller_name', '$.buyer_name'] }];
  },
};

/** Another company of the same name. */
export const legalFormAltered: Fault = {
  number: 17,
  name: 'legal form altered',
  standard: 'leaves',
  plant: (exhibit) =>
    headerLeaves(exhibit, 'name').flatMap((leaf) => {
      const name = leaf.mark.value ?? '';
      const altered = name.replace(forms, (form) => (/^l(?:td|imited)/i.test(form) ? 'GmbH' : 'Ltd'));
      return altered === name ? [] : misread(exhibit, leaf, requoted(leaf.mark, altered));
    }),
};

const forms =
  /(?<![\p{L}\p{N}])(?:GmbH|AG|KG|UG|Ltd|Limited|LLC|LLP|Inc|Corp|PLC|SARL|S\.A\.R\.L|SAS|SA|S\.A|SL|S\.L|Srl|S\.r\.l|SpA|S\.p\.A|BV|B\.V|NV|N\.V|Lda|Oy|AB|ApS)(?![\p{L}\p{N}])/iu;

/** Each printed value is read as null, whether or not the engine knows its label. */
export const nullOut: Fault = {
  number: 22,
  name: 'null-out',
  standard: 'leaves',
  plant: (exhibit) =>
    rightLeaves(exhibit)
      .filter((leaf) => !isLine(leaf.path))
      .map((leaf) => ({ sheet: withMark(exhibit.sheet, leaf, { value: null, quote: null, page: null }), targets: [leaf.path] })),
};

/** The value is right, but the cited page does not contain the quote and another page does. A quote that stands nowhere proves no page. */
export const wrongPage: Fault = {
  number: 15,
  name: 'wrong page, value right',
  standard: 'page',
  plant: ({ sheet, index, document, ...exhibit }, random) =>
    rightLeaves({ sheet, index, document, ...exhibit }).flatMap((leaf) => {
      const { quote, value, place } = leaf.mark;
      if (isLine(leaf.path) || quote === null || !place || index.find(quote).length === 0) return [];
      const page = random.pick(document.pages.map(({ number }) => number).filter((number) => index.find(quote, number).length === 0));
      return page === undefined ? [] : [{ sheet: withMark(sheet, leaf, { value, quote, page }), targets: [leaf.path] }];
    }),
};
