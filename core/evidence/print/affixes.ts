import { currencyCodeOf } from './currency.js';
import { normalise } from './normalise.js';

/** A printed text taken apart: its digits, folded, and what stands around them. */
export interface Affixed {
  readonly digits: string;
  readonly negative: boolean;
  readonly percent: boolean;
  /** As printed. Of two, the one with one meaning. */
  readonly currency: string | undefined;
}

/** Takes '-$1,234.50', '(5) %', '5 CR', 'CHF 12.-' apart; undefined when anything stands around the digits that no number has. */
export function takeApart(printed: string): Affixed | undefined {
  const { text, offsets } = normalise(printed);
  const from = text.search(/(?<![\p{L}.,])[.,\u066B]\d|\d/u);
  if (from < 0) return undefined;
  const to = text.search(/\d\D*$/) + 1;
  const before = text.slice(0, from).replace(/^[|: ]+/, (junk) => ' '.repeat(junk.length));
  const tail = text
    .slice(to)
    .replace(/[.,:;|* ]+$/, '')
    .replace(/^[.,]--?/, (zeros) => ' '.repeat(zeros.length));
  const balance = /(?<!\p{L})([cd]r)\.?$/u.exec(tail);
  const after = tail.slice(0, balance?.index);

  const percent = /%/.test(before + after);
  const signs = `${before}#${after}`.replace(/[^-+()%#]/g, '').replace('%', '');
  if (!/^(?:[-+]?#|#[-+]|\(-?#-?\))$/.test(signs)) return undefined;
  const currency = currencyAround([raw(before, 0), raw(after, to)]);
  if (currency === undefined) return undefined;
  return {
    digits: text.slice(from, to),
    negative: signs.includes('-') || (signs.includes('(') && !percent) || balance?.[1] === 'cr',
    percent,
    currency: currency || undefined,
  };

  function raw(side: string, start: number): string {
    const words = /[^-+()% ](?:.*[^-+()% ])?/.exec(side);
    return words ? printed.slice(offsets[start + words.index], offsets[start + words.index + words[0].length]) : '';
  }
}

/** '' when none is printed, undefined when other words are. */
function currencyAround(sides: readonly string[]): string | undefined {
  const printed = sides.map((side) => side.trim()).filter((side) => side !== '');
  const read = printed.map((text) => ({ text, certain: currencyCodeOf(text)?.certain }));
  if (read.some(({ certain }) => certain === undefined)) return undefined;
  return (read.find(({ certain }) => certain) ?? read[0])?.text ?? '';
}
