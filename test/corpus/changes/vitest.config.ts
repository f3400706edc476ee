import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Some two hundred sessions, each with real tools: it takes half an hour. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../../..'),
  test: {
    include: ['test/corpus/changes/*.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 900_000,
    setupFiles: ['test/support/own-temp.ts'],
    maxWorkers: 1,
    reporters: ['default', ['json', { outputFile: '.cache/changes-report.json' }]],
  },
});
