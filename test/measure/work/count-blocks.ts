import { readFileSync } from 'node:fs';
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
      const counts = new Map<string, number>();
      for (const { url, functions } of result.filter(({ url }) => url.includes('/dist/'))) {
        const moduleAt = modulesOf(url);
        for (const { ranges } of functions) {
          const folder = ownFolder.exec(moduleAt(ranges[0]?.startOffset ?? 0))?.[1];
          if (folder !== undefined)
            counts.set(
              folder,
              ranges.reduce((sum, { count }) => sum + count, counts.get(folder) ?? 0),
            );
        }
      }
      return Object.fromEntries([...counts].filter(([, blocks]) => blocks > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

export interface BlockCounting {
  of(work: () => Promise<void>): Promise<WorkByFolder>;
}

/** The engine and its plugins, two folders deep; how often the parsers are watched, and in how many pieces they answer, differs from run to run. */
const ownFolder = /^((?:core|plugins)\/(?!sandbox)[^/]+)\//;

/** The module of ours at an offset of a compiled file, which may have joined many: each begins with a line that names it. */
function modulesOf(url: string): (offset: number) => string {
  const module = url.slice(url.lastIndexOf('/dist/') + '/dist/'.length);
  const regions = [...readFileSync(new URL(url), 'utf8').matchAll(/^\/\/ ((?:core|plugins|server|config)\/\S+\.ts)$/gm)];
  return (offset) => regions.findLast(({ index }) => index <= offset)?.[1] ?? module;
}
