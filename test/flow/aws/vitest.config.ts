import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SkipsReporter } from '../../support/skips-reporter.ts';

/** The whole loop in an emulated cloud: it takes minutes and a machine of its own, so it is not among the other tests. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../../..'),
  test: {
    include: ['test/flow/aws/*.test.ts'],
    // Beside other suites it takes as much longer.
    testTimeout: 2_700_000,
    hookTimeout: 2_700_000,
    setupFiles: ['test/support/own-temp.ts'],
    maxWorkers: 1,
    reporters: [
      'default',
      ['json', { outputFile: '.cache/cloud-report.json' }],
      new SkipsReporter(),
    ],
  },
});
