import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['dist/**', 'node_modules/**'],
    globalSetup: ['test/server/answers-checked.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default leaves a core to the eyes of whoever watches; on two cores that is one worker, which mostly waits for children and browsers.
    maxWorkers: 2,
  },
});
