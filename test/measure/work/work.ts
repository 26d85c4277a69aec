/** How many blocks of code ran, by the folder that the code is in: `core/evidence`. */
export type WorkByFolder = Readonly<Record<string, number>>;

/** The share of what is kept by which work may grow. */
const tolerance = 0.1;

/** In words by how much more work is done than was kept, where that is too much. */
export function excess(counted: WorkByFolder, kept: WorkByFolder): string | undefined {
  if (total(counted) <= total(kept) * (1 + tolerance)) return undefined;
  const growth = total(counted) / total(kept) - 1;
  const share = Number.isFinite(growth) ? `${(100 * growth).toFixed(0)} %` : 'all';
  return `${share} more work than kept: find what grew, or keep it with "npm run work -- --renew" and say why in the commit`;
}

const total = (work: WorkByFolder): number => Object.values(work).reduce((sum, blocks) => sum + blocks, 0);
