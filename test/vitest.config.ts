import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['dist/**', 'node_modules/**'],
    globalSetup: ['test/server/answers-checked.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
