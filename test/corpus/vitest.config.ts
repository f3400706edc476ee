import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Judges projects of others, in environments that are installed for it: it takes minutes, so it is not among the other tests. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/corpus/*.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    setupFiles: ['test/support/own-temp.ts'],
    maxWorkers: 1,
    reporters: ['default', ['json', { outputFile: '.cache/corpus-report.json' }]],
  },
});
