import { textTable } from '../eval/figures/text-table.js';
import type { FuzzRow } from './run.js';

/** The table of a run, with each violation and the command that repeats it. */
export function report(rows: readonly FuzzRow[], seed: number): string {
  const head = ['kind', 'cases', 'slowest', 'deaths', 'violations', 'aim'];
  const lines = rows.map(({ kind, cases, slowest, deaths, violations }) => [
    kind.name,
    grouped(cases),
    `${Math.round(slowest.ms)} ms (${slowest.seed})`,
    String(deaths),
    String(violations.length),
    cases >= kind.aim ? 'full' : `${Math.floor((cases / kind.aim) * 100)} %`,
  ]);
  const answers = rows.map(
    ({ kind, answers: all }) =>
      `${kind.name}: ${[...all]
        .sort()
        .map(([answer, count]) => `${answer} ${grouped(count)}`)
        .join(' · ')}`,
  );
  return [`seed ${seed}`, ...textTable([head, ...lines]), '', ...answers, '', ...rows.flatMap(violationLines), ''].join('\n');
}

const grouped = (count: number): string => count.toLocaleString('en');

const violationLines = ({ kind, violations }: FuzzRow): readonly string[] =>
  violations.flatMap(({ seed, faults, shown }) => [
    `${kind.name}: ${faults.join('; ')}`,
    ...(seed === undefined ? [] : [`  again: npm run fuzz -- --kind ${kind.name} --case ${seed}`, `  ${shown.slice(0, 400)}`]),
  ]);

export const holds = (rows: readonly FuzzRow[]): boolean => rows.every(({ deaths, violations }) => deaths === 0 && violations.length === 0);
