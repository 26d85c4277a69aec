import { rankingQuality } from '../calibrate/measure.js';
import { percent, ratio, textTable } from '../eval/figures/text-table.js';
import { tally } from '../eval/further/further-report.js';
import { ownFaults } from '../faults/own-faults.js';
import type { OwnVariant } from '../faults/run-own.js';
import { localGroup, type OwnGroup, type OwnLeaf, type OwnMeasure, truthGroup } from './run.js';

/** The figures of each group, of all readings together, and of each planted mistake. */
export function ownReport({ groups, planted }: OwnMeasure, threshold: number): string {
  const readings = groups.filter(({ name }) => name !== truthGroup && name !== localGroup);
  const all: OwnGroup = { name: 'all readings', documents: 0, leaves: readings.flatMap(({ leaves }) => leaves) };
  const shown = readings.length > 1 ? [...groups, all] : groups;
  const stated = groups.find(({ name }) => name === truthGroup)?.leaves ?? [];
  return [
    `== Plain JSON by schemas of one's own, at ${threshold.toFixed(2)} ==`,
    ...textTable([heads, ...shown.map((group) => [group.name, ...figures(group.leaves, threshold)])]),
    '',
    ...(planted.length > 0 ? plantedTable(planted, stated) : []),
  ].join('\n');
}

const heads = ['', 'stated', 'right', 'kept', '', 'wrong', 'accepted', 'of accepted', 'AUC', 'nulls, wrong', 'accepted', 'right', 'kept'];

function figures(leaves: readonly OwnLeaf[], threshold: number): readonly string[] {
  const { stated, found, right, accepted, silent, kept, nulls, absent, absentKept } = tally(leaves, threshold);
  const values = leaves.flatMap(({ verdict, score }) => (isValue(verdict) ? [{ score, right: verdict === 'right' }] : []));
  const missed = leaves.filter(({ verdict }) => verdict === 'null').length;
  const ofAll = [stated, right, kept].map(String);
  const ofAccepted = [found - right, silent].map(String);
  const ofNulls = [missed, nulls, absent, absentKept].map(String);
  return [...ofAll, percent(ratio(kept, right)), ...ofAccepted, percent(ratio(silent, accepted), 2), auc(values), ...ofNulls];
}

const isValue = (verdict: OwnLeaf['verdict']): boolean => verdict === 'right' || verdict === 'wrong';
const auc = (values: readonly { readonly score: number; readonly right: boolean }[]): string => rankingQuality(values)?.toFixed(3) ?? '-';

/** How many of each mistake are accepted, and how well the score tells the planted values from those that are true. */
function plantedTable(planted: readonly OwnVariant[], stated: readonly OwnLeaf[]): readonly string[] {
  const right = stated.flatMap(({ verdict, score }) => (verdict === 'right' ? [{ score, right: true }] : []));
  const rows = [...ownFaults.map(({ name }) => name), undefined].map((name) => {
    const of = planted.filter(({ fault }) => name === undefined || fault === name);
    const passed = of.filter(({ caught }) => !caught).length;
    const wrong = of.flatMap(({ score, isNull }) => (isNull ? [] : [{ score, right: false }]));
    return [name ?? 'all', String(of.length), String(passed), percent(ratio(passed, of.length)), auc([...right, ...wrong])];
  });
  return [...textTable([['planted into the truth', 'n', 'accepted', '', 'AUC'], ...rows]), ''];
}

/** Each right value and null that is held, and each wrong one that is accepted, with its reason. It shows what documents say. */
export function ownList({ groups, planted }: OwnMeasure, threshold: number): string {
  const lines = groups.flatMap(({ name, leaves }) =>
    leaves.flatMap(({ document, path, verdict, value, truth, score, reason }) => {
      const right = verdict === 'right' || verdict === 'absent';
      if (right === score >= threshold) return [];
      const what = right ? 'held' : `accepted, true is ${JSON.stringify(truth)}`;
      return [`${name} ${document} ${path}: ${JSON.stringify(value)} ${what}; ${score} ${reason}`];
    }),
  );
  const passed = planted.flatMap(({ document, fault, targets, values, score, reason, caught }) =>
    caught ? [] : [`planted ${document} ${targets.join(', ')}: ${JSON.stringify(values)} accepted, ${fault}; ${score} ${reason}`],
  );
  return [...lines, ...passed, ''].join('\n');
}
