import { valueAt } from '../../client/evidence.js';
import type { PlacedSample } from '../../risk/keeper.js';
import type { KeptVerdict, OpenedRun } from './sealed-run.js';

/** Values that a verdict says something of, as their readers gave them: what was asked of a person. A list that is corrected says it of all in it. */
export function judgedBy({ first, result, leaves }: OpenedRun, kept: KeptVerdict, seller: string): readonly PlacedSample[] {
  const { path, verdict } = kept;
  if (path === '$' || verdict === 'postponed' || verdict === 'rejected') return [];
  const of = leaves.filter(({ empty }) => !empty).length;
  const now = (kept.result ?? result).object;
  return leaves.flatMap((leaf, place) => {
    const isAbout = leaf.path === path || leaf.path.startsWith(`${path}[`) || leaf.path.startsWith(`${path}.`);
    const { document, field, reader, score, how, chance = 1, empty } = leaf;
    if (!isAbout || how === undefined || empty || reader === null) return [];
    const right = JSON.stringify(valueAt(now, leaf.path) ?? null) === JSON.stringify(valueAt(first.object, leaf.path) ?? null);
    return [{ place, document, field, reader, seller, score, right, of, chance: how === 'held' ? 1 : chance }];
  });
}
