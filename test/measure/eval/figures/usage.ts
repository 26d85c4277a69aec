import { type Decimal, decimal, shownCost } from '../../../../core/index.js';
import type { UsageBody } from '../../../../server/wire/extraction.js';
import { count, textTable } from './text-table.js';

/** What providers were asked for a document and what it cost, as its answer says. Empty where none was asked, as for recorded readings. */
export function usageReport(answers: readonly (UsageBody | undefined)[]): string {
  const asked = answers.filter((usage) => usage !== undefined).filter(({ calls }) => calls > 0);
  if (asked.length === 0) return '';
  const calls = asked.reduce((sum, usage) => sum + usage.calls, 0);
  const unmeasured = asked.reduce((sum, usage) => sum + usage.unmeasured_calls, 0);
  const currency = asked.find((usage) => usage.currency !== undefined)?.currency;
  const table = textTable([
    ['a document', 'said by', 'mean', 'median', 'p90', 'all together'],
    row('input tokens', asked, (usage) => usage.input_tokens),
    row('  read from a cache', asked, (usage) => usage.cached_input_tokens),
    row('  written to a cache', asked, (usage) => usage.cache_write_tokens),
    row('output tokens', asked, (usage) => usage.output_tokens),
    ...(currency === undefined ? [] : [row(`cost, ${currency}`, asked, (usage) => usage.cost)]),
  ]);
  return `providers: ${count(calls, 'call')} for ${count(asked.length, 'document')}, ${unmeasured} of unknown use\n${table.join('\n')}\n`;
}

/** Answers that do not say a number are in none of its figures; how many do say it is the second column. */
function row(name: string, asked: readonly UsageBody[], of: (usage: UsageBody) => number | null): readonly string[] {
  const said = asked
    .map(of)
    .filter((number) => number !== null)
    .toSorted((a, b) => a - b);
  const all = said.reduce((sum, number) => sum.plus(number), decimal(0));
  const at = (share: number): string => shown(decimal(said[Math.ceil(said.length * share) - 1] ?? 0));
  const known = said.length > 0;
  return [
    name,
    `${said.length} of ${asked.length}`,
    ...(known ? [shown(all.div(said.length)), at(0.5), at(0.9), shown(all)] : ['-', '-', '-', '-']),
  ];
}

/** Tokens in whole numbers, costs in millionths. */
const shown = (number: Decimal): string => (number.gt(10) ? number.toDecimalPlaces(0) : shownCost(number)).toString();
