import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import type { WorkByFolder } from './work.js';

/**
 * Counts how often blocks of the engine's own code run: functions, branches and bodies of loops, as V8 counts them for coverage. It stands for
 * instructions, which only tools and rights that machines of CI seldom have can count: each block is a fixed run of them, so that more blocks are
 * more work, and unlike time the count is the same on every machine and under any load. It does not see what built-in functions and packages do
 * for a block, nor how documents get to the processes that parse them and back. Call it before the code is loaded.
 */
export async function startCounting(): Promise<BlockCounting> {
  // Optimized code does not count its calls.
  for (const tier of ['opt', 'maglev']) setFlagsFromString(`--no-${tier}`);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async of(work) {
      // Taking the counts sets them to zero.
      await session.post('Profiler.takePreciseCoverage');
      await work();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const counts = result.flatMap(({ url, functions }) => {
        const folder = ownFolder.exec(url)?.[1];
        return folder === undefined ? [] : [[folder, functions.flatMap(({ ranges }) => ranges.map(({ count }) => count))] as const];
      });
      return Object.fromEntries(
        [...Map.groupBy(counts, ([folder]) => folder)]
          .map(([folder, files]) => [folder, files.flatMap(([, blocks]) => blocks).reduce((sum, count) => sum + count, 0)] as const)
          .filter(([, blocks]) => blocks > 0)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      );
    },
  };
}

export interface BlockCounting {
  of(work: () => Promise<void>): Promise<WorkByFolder>;
}

/** The engine and its plugins, two folders deep; how often the parsers are watched, and in how many pieces they answer, differs from run to run. */
const ownFolder = /\/dist\/((?:core|plugins)\/(?!sandbox)[^/]+)\//;
