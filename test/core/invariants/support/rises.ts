import { readFileSync } from 'node:fs';
import type { AppraisedField, CalibrationTable, Cell, Outcome } from '../../../../core/index.js';
import { type RunSetting, scriptedModel } from '../../builders.js';

/** A score that is higher in one answer than in the other, with all that holds it down in both. */
export interface Rise {
  readonly path: string;
  readonly scores: readonly [before: number, after: number];
  readonly caps: readonly [before: readonly string[], after: readonly string[]];
}

/** The scores that rise from one answer to the other, of those that the comparison is about. */
export function rises(
  before: Outcome,
  after: Outcome,
  isMeant: (before: AppraisedField, after: AppraisedField) => boolean = () => true,
): readonly Rise[] {
  const old = new Map(before.draft?.fields.map((field) => [field.path, field]));
  return (after.draft?.fields ?? []).flatMap((field) => {
    const was = old.get(field.path);
    if (!was || field.score <= was.score || !isMeant(was, field)) return [];
    return [{ path: field.path, scores: [was.score, field.score], caps: [capsOf(was), capsOf(field)] }];
  });
}

const capsOf = ({ caps }: AppraisedField): readonly string[] => caps.map(({ name, value, reason }) => `${name} ${value}: ${reason}`);

const table = JSON.parse(readFileSync(new URL('../../../../config/calibration/local.json', import.meta.url), 'utf8')) as CalibrationTable;

/** A single reader that goes by the name of one that was measured, so that its record counts; one that nobody measured needs no setting. */
export const reader = (cells: readonly Cell[], measured: boolean): Partial<RunSetting> =>
  measured ? { tiers: [scriptedModel(table.model, cells)], calibrations: [table] } : {};
