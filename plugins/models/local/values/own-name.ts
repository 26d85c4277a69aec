import { letters } from '../page/layout.js';
import type { Name } from '../table/descriptions/names-beside.js';
import type { Counted } from '../table/headerless/headerless-items.js';

/** The words of a row before its amount: without a date ahead, quantity and price, the signs between them, and the code of the article. */
export function ownWords({ row, factors, count }: Counted): Name {
  const { line, token } = row;
  const numbers = [factors?.quantity, factors?.price, count].flatMap((factor) => (factor?.line === line ? [factor.token] : []));
  const dates = line.dates.filter(({ from }) => from === 0);
  const text = line.words
    .slice(0, token.from)
    .filter((_, at) => ![...numbers, ...dates].some(({ from, to }) => from <= at && at < to))
    .map((word) => word.text)
    .join(' ')
    .replace(ahead, '')
    .replace(behind, '');
  return { text, line };
}

/** Codes of articles, and a sign of multiplication. */
const ahead = /^(?:\S*\d{5,}\S*\s+(?=.*\p{L}{2})|[x×@*]\s+)+/iu;
/** A sign of multiplication, the unit of a price, a marked class of tax. */
const behind = /(?:(?:^|\s+)(?:[x×@*]|\/\s?\p{L}{1,3}|\*\p{L}))+$/iu;

/** Whether words are more than the units of a product: `BANANAS`, not `lb @ /lb`. */
export const isName = ({ text }: Name): boolean =>
  text
    .replace(measures, '')
    .split(/\s+/)
    .some((word) => letters(word) > 2 && !unit.test(word));

const measures = /\d[\d.,]*\s?\p{L}{1,3}(?!\p{L})/gu;
const unit = /^(?:stk|stck|stück|pcs|pce|each|unit|units|lbs|qty|kgs|art)\.?$/i;
