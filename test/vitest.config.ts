import { existsSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that hold no browser, no server and no folder of their own beyond themselves: one process may run one file of them after the other. */
const alone = [
  'test/{config,core,fixtures,specification,threats}/**/*.test.ts',
  'test/measure/{bench,calibrate,eval,faults,generate}/**/*.test.ts',
  'test/plugins/{gates,models}/**/*.test.ts',
  'test/plugins/rules/{expect,shipped-rules}.test.ts',
  'test/server/{cli/audit,reference,routes,telemetry,wire}/**/*.test.ts',
  'test/server/guards/{a-queue*,addresses,carry,format,last-use}.test.ts',
  'test/server/app/{banner,health,host,probes,two-apis}.test.ts',
  'test/server/hostile/{any-request,broken-requests,every-answer-is-checked,overload}.test.ts',
];
const every = 'test/**/*.test.ts';

/** What takes a minute begins first, so that no worker works on long after the other has ended. */
const long = ['server/docs/code', 'server/cli/', 'playground/', 'shipped/'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.some((part) => moduleId.includes(`/test/${part}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
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
    // Last, so that they serve only where a machine has no curl.
    env: { PATH: [process.env['PATH'], fileURLToPath(new URL('fakes/bin', import.meta.url))].join(delimiter) },
    // Only a test that hangs takes this long; times are measured by the bench and the load.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // The default leaves a core to the eyes of whoever watches; on two cores that is one worker, and a worker mostly waits for children and browsers.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'with the world',
          globalSetup: ['test/server/state/one-postgres.ts'],
          include: [every],
          exclude: [...alone, 'dist/**', 'node_modules/**'],
        },
      },
      // Loading the core anew for each file took a third of the time of the suite.
      { extends: true, test: { name: 'alone', include: alone, isolate: false } },
    ],
  },
});
