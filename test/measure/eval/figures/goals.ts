import type { AnsweredDocument } from '../corpus/ask.js';
import { type EvalStandard, type Measures, measure } from '../scoring/measure.js';
import { kinds, thirds } from './groups.js';
import { f1, share, textTable } from './text-table.js';

/** The goal figures of the project for each kind of document, seen and unseen third side by side. */
export function goals(asked: readonly AnsweredDocument[], standard: EvalStandard): string {
  const sides = thirds(asked).map(([third]) => third);
  const blocks = kinds(asked).map(([kind, members]) => {
    const byThird = new Map(thirds(members).map(([third, some]) => [third, measure(some, standard)]));
    const line = (name: string, tell: (measures: Measures) => string) => [
      name,
      ...sides.map((side) => {
        const measures = byThird.get(side);
        return measures ? tell(measures) : '-';
      }),
    ];
    return [
      line(`${kind}, documents`, ({ documents }) => String(documents)),
      ...rows(standard.threshold).map(([name, tell]) => line(name, tell)),
    ];
  });
  const title = `== Goals at ${standard.threshold.toFixed(2)} ==`;
  return [...textTable([[title, ...sides], ...blocks.flat()]), ''].join('\n');
}

const rows = (threshold: number): readonly (readonly [name: string, tell: (measures: Measures) => string])[] => [
  ['  header F1', ({ header }) => f1(header)],
  [
    '  total right',
    ({ fields }) => fields.flatMap(([field, { right, stated }]) => (field === 'total' ? [share(right, stated)] : [])).join(),
  ],
  ['  line-item rows F1', ({ rows }) => f1(rows)],
  ['  precision of accepted header values', ({ headerTrust }) => precision(headerTrust, threshold)],
  ['  precision of accepted cells', ({ cellTrust }) => precision(cellTrust, threshold)],
  ['  total, date, seller, currency right and accepted', ({ whole: { stated, sure } }) => share(sure, stated)],
];

function precision(levels: Measures['headerTrust'], threshold: number): string {
  const level = levels.find((one) => one.threshold === threshold);
  return level ? share(level.accepted - level.wrong, level.accepted, 2) : '-';
}
