import { textTable } from '../../eval/figures/text-table.js';
import { lowerBound, percent, rateOf } from '../results/rates.js';
import { ownFaults } from './own-faults.js';
import type { OwnResults } from './run-own.js';

/** The table of mistakes planted into answers to schemas of one's own, and what of the right values is kept. */
export function ownTable({ documents, variants, values, failed }: OwnResults): string {
  const rows = [...ownFaults.map(({ name }) => name), undefined].map((name) => {
    const rate = rateOf(
      variants.filter(({ fault }) => name === undefined || fault === name),
      ({ caught }) => caught,
    );
    return [name ?? 'all', String(rate.of), String(rate.count), percent(rate), lowerBound(rate)];
  });
  const kept = rateOf(values, (value) => value.kept);
  const failures = [...Map.groupBy(failed, (type) => type)].map(([type, all]) => `${type} on ${all.length}`);
  return [
    `== Planted faults, schemas of one's own: ${documents} documents ==`,
    ...textTable([['fault', 'n', 'caught', 'rate', 'at least'], ...rows]),
    '',
    `right values kept: ${kept.count} of ${kept.of} = ${percent(kept)}`,
    `checks that fail where nothing was planted: ${failures.join(', ') || 'none'}`,
    '',
  ].join('\n');
}
