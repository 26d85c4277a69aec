import type { Field } from '../../../../core/index.js';
import { currencyCodeOf, currencyNamedBy } from '../../../../core/text.js';
import { doubtful, type Find, quoteOf } from '../find.js';
import { type DocumentLayout, type PageLine } from '../page/layout.js';

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
  const { line, text, from, to } = first;
  const only: Find = {
    value: text,
    page: line.page,
    quote: quoteOf(line, { from: 0, to }, { from, to }),
    confidence: 'likely',
    reason: 'exact',
  };
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
