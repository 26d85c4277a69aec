import { existsSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that measure their own process, or count its children: each runs in a process of its own. */
const ownProcess = [
  'test/server/client/memory.test.ts',
  'test/server/app/give-back-memory.test.ts',
  'test/plugins/sandbox/{isolation,parser-child,pool,sandbox}.test.ts',
];

/** What takes a minute begins first, so that no worker works on long after the others have ended. */
const long = ['server/docs/code', 'shipped/', 'server/cli/', 'playground/', 'threats/hostile', 'plugins/converters/mutation'];

/** Longest first, and what shares a process in a row: a process ends where the next file needs its own. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const index = long.findIndex((part) => moduleId.includes(`/test/${part}`));
      return (project.name === 'own process' ? 0 : 100) + (index < 0 ? long.length : index);
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Tests run what `npm run build` has made of the product, as users have it: Node loads that much faster than the sources,
 * once per process that runs tests, and its code stays compiled from one such process to the next.
 */
const builtProduct: Plugin = {
  name: 'built product',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || !source.startsWith('.')) return null;
    const path = relative(root, join(dirname(importer), source));
    const built = join(root, 'dist', path);
    return /^(core|plugins|config|server)\/.*\.js$/.test(path) && existsSync(built) ? built : null;
  },
};

export default defineConfig({
  plugins: [builtProduct],
  test: {
    server: { deps: { external: [/\/dist\/(core|plugins|config|server)\//] } },
    globalSetup: ['test/server/support/answers-checked.ts'],
    setupFiles: ['test/support/begin-file.ts'],
    // Last, so that they serve only where a machine has no curl.
    env: { PATH: [process.env['PATH'], fileURLToPath(new URL('fakes/bin', import.meta.url))].join(delimiter) },
    // Only a test that hangs takes this long; times are measured by the bench and the load.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // The default leaves a core to the eyes of whoever watches; on two cores that is one worker, and a worker mostly waits for children and browsers.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    projects: [
      { extends: true, test: { name: 'own process', include: ownProcess } },
      // Loading the product anew for each file took a third of the time of the suite.
      {
        extends: true,
        test: {
          name: 'shared process',
          isolate: false,
          globalSetup: ['test/server/state/one-postgres.ts'],
          include: ['test/**/*.test.ts'],
          exclude: [...ownProcess, 'dist/**', 'node_modules/**'],
        },
      },
    ],
  },
});
