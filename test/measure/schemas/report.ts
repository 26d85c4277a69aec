import type { KindMeasure } from './proposals.js';

/** What was measured, as text. */
export function proposalsReport(measures: readonly KindMeasure[], list: boolean): string {
  const sum = (part: (one: KindMeasure) => number): number => measures.reduce((all, one) => all + part(one), 0);
  const [stated, proposed, wrong, failed] = [
    sum(({ stated: names }) => names.length),
    sum(({ stated: names, missed }) => names.length - missed.length),
    sum(({ mistyped }) => mistyped.length),
    measures.filter(({ failure }) => failure !== undefined),
  ];
  const share = (part: number, whole: number): string => `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
  const lines = measures.map(
    ({ name, missed, mistyped, failure }) =>
      `${name}: ${failure ?? `missed ${missed.join(', ') || 'nothing'}${mistyped.length > 0 ? `; another type ${mistyped.join(', ')}` : ''}`}\n`,
  );
  return [
    ...(list ? lines : []),
    `kinds ${measures.length}, of which ${failed.length} could not be read\n`,
    `fields of truth proposed ${share(proposed, stated)}\n`,
    `of these with another type ${share(wrong, proposed)}\n`,
    `fields proposed a kind ${(sum(({ proposed: all }) => all) / measures.length).toFixed(1)}, of truth ${(stated / measures.length).toFixed(1)}\n`,
  ].join('');
}
