import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CapName, type DocumentFamily, documentFamilies, fieldFamilies } from '../../../../core/contracts/cap.js';
import { cap, vetoes } from '../../../../core/evidence/scoring/caps.js';
import { type ReaderRecord, recordIn, weigh } from '../../../../core/evidence/scoring/weigh.js';
import type { CalibrationTable } from '../../../../core/index.js';

const tables = ['large', 'small', 'local'].map((name) => {
  const text = readFileSync(new URL(`../../../../config/calibration/${name}.json`, import.meta.url), 'utf8');
  return [name, recordIn(JSON.parse(text) as CalibrationTable)] as const;
});

/** All that can speak for a value, but what other readers say. */
const proven: readonly CapName[] = ['evidence.exact', 'label.match', 'uniqueness.once', 'name.proven', 'format.plain', 'model.certain'];

/** The scores of such values for each kind of document and field, with more findings. */
const scoresBy = (record: ReaderRecord, families: readonly DocumentFamily[], more: readonly CapName[]): readonly number[] =>
  families.flatMap((family) =>
    fieldFamilies.map(
      (field) =>
        weigh(
          [...proven, ...more].map((name) => cap(name, '')),
          record,
          { family, field },
        ).score,
    ),
  );

describe.each(tables)('the shipped table %s', (_, record) => {
  const scores = (...more: readonly CapName[]) => scoresBy(record, documentFamilies, more);

  it('accepts a value with a label and two readers', () => {
    expect(Math.min(...scores('agreement.independent'))).toBeGreaterThanOrEqual(0.85);
  });

  it('doubts a value more that another language model reads otherwise than one that the local reader does', () => {
    const disputed = scores('agreement.disputed');
    for (const [at, score] of scores('agreement.opposed').entries()) expect(score).toBeLessThanOrEqual(disputed[at] ?? 0);
  });

  it('never scores a value higher for being doubted by another reader', () => {
    const alone = scores('agreement.single');
    for (const doubt of [
      'agreement.questioned',
      'agreement.disputed',
      'agreement.contested',
      'agreement.exchanged',
      'agreement.opposed',
      'agreement.outvoted',
    ] as const)
      for (const [at, score] of scores(doubt).entries()) expect(score, doubt).toBeLessThanOrEqual(alone[at] ?? 0);
  });

  it.each([...vetoes])('lets nothing outweigh %s', (veto) => {
    expect(Math.max(...scores(veto, 'agreement.independent', 'arithmetic.holds'))).toBeLessThan(0.85);
  });
});

it.each(tables.filter(([name]) => name !== 'local'))('%s models are not believed against another one in a native document', (_, record) => {
  expect(Math.max(...scoresBy(record, ['native'], ['agreement.opposed']))).toBeLessThan(0.85);
});
