import { type NumberStyle, readingsIn } from '../../../../core/text.js';
import { doubtful, type Find, quoteOf } from '../find.js';
import type { Sheet } from '../page/layout.js';

/** The rate of tax: the percentage in a row that speaks of tax; in doubt where there are several. */
export function findRate(sheet: Sheet, style: NumberStyle | undefined): Find | undefined {
  const rates = sheet.lines.flatMap((line) => {
    const label = line.phrases.flatMap(({ labels }) => labels).find(({ concept }) => concept === 'tax' || concept === 'tax_rate');
    return label ? line.numbers.filter(({ value }) => value.percent).map((token) => ({ line, label, token })) : [];
  });
  const [first] = rates;
  if (!first) return undefined;
  const { line, label, token } = first;
  const find: Find = { value: token.text, page: line.page, quote: quoteOf(line, label, token), confidence: 'likely', reason: 'exact' };
  return new Set(rates.map((rate) => String(readingsIn(rate.token.text, style)[0]))).size > 1 ? doubtful(find) : find;
}
