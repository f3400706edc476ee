import { defineConfig } from 'vitest/config';
import { SkipsReporter } from './test/support/skips-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/fixtures/**'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Most tests wait for processes and sockets, so a core left free would be wasted.
    maxWorkers: '100%',
    reporters: [
      'default',
      ['json', { outputFile: '.cache/test-report.json' }],
      new SkipsReporter(),
    ],
  },
});
