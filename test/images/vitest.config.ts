import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Builds the images of workers and runs them; it takes minutes, so it is not among the other tests. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/images/*.image-test.ts'],
    testTimeout: 900_000,
    hookTimeout: 1_800_000,
    setupFiles: ['test/support/own-temp.ts'],
    maxWorkers: 1,
    reporters: ['default', ['json', { outputFile: '.cache/images-report.json' }]],
  },
});
