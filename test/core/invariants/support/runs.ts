/**
 * How often each invariant is tried. `npm test` draws the same cases every time; VOUCH_RUNS asks for more, VOUCH_SEED for others. A failure
 * prints the seed and the smallest case that was found.
 */
export const runs = (usual: number) => ({
  numRuns: Number(process.env['VOUCH_RUNS'] ?? usual),
  seed: Number(process.env['VOUCH_SEED'] ?? 13),
});

/** For the longest run; the runner's own limit is for tests of seconds. */
export const patience = 7_200_000;
