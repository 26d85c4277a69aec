import { decimal, type Json } from '../../core/index.js';
import { squash } from '../../core/text.js';
import { type HeaderField, type LineField, lineFields, type Stated } from './truth-file.js';

export type Family = 'number' | 'date' | 'name' | 'id';

const families = {
  invoice_number: 'id',
  issue_date: 'date',
  due_date: 'date',
  currency: 'id',
  seller_name: 'name',
  buyer_name: 'name',
  subtotal: 'number',
  tax: 'number',
  total: 'number',
  amount_due: 'number',
  description: 'name',
  quantity: 'number',
  unit_price: 'number',
  amount: 'number',
} as const satisfies Record<HeaderField | LineField, Family>;

/** How values of a field are compared. */
export const familyOf = (field: HeaderField | LineField): Family => families[field];

/**
 * Whether an answered value is the true one. Compares numbers as decimals, dates as calendar days, names without case, space and
 * punctuation, ids exactly.
 */
export const agrees = (field: HeaderField | LineField, truth: string | number, value: Json): boolean =>
  equal[families[field]](truth, value);

/**
 * How an answered value agrees with one of the forms that are right: `equal`, or `held` when one description holds the other, because how
 * far such a text goes is a matter of taste.
 */
export function agreement(field: HeaderField | LineField, { value, also = [] }: Stated, answered: Json): 'equal' | 'held' | 'none' {
  const forms = [value, ...also];
  if (forms.some((form) => agrees(field, form, answered))) return 'equal';
  const isHeld = field === 'description' && typeof answered === 'string' && forms.some((form) => holdsOther(String(form), answered));
  return isHeld ? 'held' : 'none';
}

/** How a truth must state a value of this field, where it states it otherwise; undefined where it is right. */
export function neededInstead(field: HeaderField | LineField, stated: Partial<Stated> | null): string | undefined {
  const { fits, like } = stating[families[field]];
  const forms = [stated?.value, ...(stated?.also ?? [])];
  return forms.every((form) => form !== undefined && fits(form))
    ? undefined
    : `{"value": …} with ${like}, or left out where it is not known`;
}

const isText = (form: string | number): boolean => ['string', 'number'].includes(typeof form);
const stating: Readonly<Record<Family, { readonly fits: (form: string | number) => boolean; readonly like: string }>> = {
  number: { fits: (form) => typeof form === 'number', like: 'a number such as 1234.5' },
  date: { fits: (form) => day(String(form)) !== undefined, like: 'a day such as 2026-03-31' },
  name: { fits: isText, like: 'a text' },
  id: { fits: isText, like: 'a text' },
};

/** Fewer letters than these stand in many texts. */
const fewestLetters = 3;

/** Whether one text holds the other, without case, space and punctuation. */
export function holdsOther(one: string, other: string): boolean {
  const [short = '', long = ''] = [squash(one), squash(other)].sort((a, b) => a.length - b.length);
  return short.length >= fewestLetters && long.includes(short);
}

const equal: Readonly<Record<Family, (truth: string | number, value: Json) => boolean>> = {
  number: (truth, value) => typeof value === 'number' && decimal(value).eq(decimal(truth)),
  date: (truth, value) => typeof value === 'string' && day(value) !== undefined && day(value) === day(String(truth)),
  name: (truth, value) => typeof value === 'string' && squash(value) === squash(String(truth)),
  id: (truth, value) => typeof value === 'string' && value.trim() === String(truth).trim(),
};

/** The calendar day of an ISO date, with a time or without. */
const day = (text: string): string | undefined => /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text.trim())?.[0];

export type TruthRow = Readonly<Partial<Record<LineField, Stated>>>;
export type AnswerRow = Readonly<Record<string, Json>>;

/** Indices of a true row and the answered row paired with it; a row without a counterpart is missing or invented. */
export interface Pair {
  readonly truth: number | null;
  readonly answer: number | null;
}

/** Weight of an agreeing cell. Any pairing has some weight, so that a misread row counts as wrong, not as missing and invented. */
const weights: Readonly<Record<LineField, number>> = { description: 20, amount: 20, quantity: 5, unit_price: 5 };
const pairing = 1;

/** Pairs rows without crossing, so that the agreeing cells have the greatest total weight. */
export const alignRows = (truth: readonly TruthRow[], answer: readonly AnswerRow[]): readonly Pair[] => pairRows(truth, answer, likeness);

/** Pairs rows without crossing, so that their likeness is the greatest in total; it must be above 0. */
export function pairRows<Truth, Answer>(
  truth: readonly Truth[],
  answer: readonly Answer[],
  likeness: (truth: Truth | undefined, answer: Answer | undefined) => number,
): readonly Pair[] {
  const best = table(truth, answer, likeness);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < truth.length || j < answer.length) {
    const here = at(best, i, j);
    if (i < truth.length && j < answer.length && here === at(best, i + 1, j + 1) + likeness(truth[i], answer[j])) {
      pairs.push({ truth: i++, answer: j++ });
    } else if (i < truth.length && here === at(best, i + 1, j)) pairs.push({ truth: i++, answer: null });
    else pairs.push({ truth: null, answer: j++ });
  }
  return pairs;
}

/** best[i][j] is the greatest agreement of rows from i and from j on. Source: Needleman and Wunsch (1970), without gap cost. */
function table<Truth, Answer>(
  truth: readonly Truth[],
  answer: readonly Answer[],
  likeness: (truth: Truth | undefined, answer: Answer | undefined) => number,
): readonly (readonly number[])[] {
  const best = Array.from({ length: truth.length + 1 }, () => new Array<number>(answer.length + 1).fill(0));
  for (let i = truth.length - 1; i >= 0; i--) {
    const row = best[i] ?? [];
    for (let j = answer.length - 1; j >= 0; j--) {
      row[j] = Math.max(at(best, i + 1, j + 1) + likeness(truth[i], answer[j]), at(best, i + 1, j), at(best, i, j + 1));
    }
  }
  return best;
}

const at = (best: readonly (readonly number[])[], i: number, j: number): number => best[i]?.[j] ?? 0;

function likeness(truth: TruthRow = {}, answer: AnswerRow = {}): number {
  const agreeing = lineFields.filter((field) => {
    const stated = truth[field];
    return stated !== undefined && agreement(field, stated, answer[field] ?? null) !== 'none';
  });
  return agreeing.reduce((sum, field) => sum + weights[field], pairing);
}

/** The number of characters to insert, delete or replace to turn one text into the other. Source: Wagner and Fischer (1974). */
export function editDistance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, character] of [...one].entries()) {
    const line = [row + 1];
    for (const [at, counterpart] of [...other].entries()) {
      line.push(Math.min((above[at] ?? 0) + (character === counterpart ? 0 : 1), (above[at + 1] ?? 0) + 1, (line[at] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
