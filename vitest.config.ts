import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FlowsFirst } from './test/support/flows-first.ts';
import { SkipsReporter } from './test/support/skips-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The emulated cloud has a command of its own.
    exclude: ['test/fixtures/**', 'test/flow/aws/**'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['./test/support/own-temp.ts'],
    // Those that take long wait most of the time, for processes, sockets and clocks: others may work meanwhile.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: FlowsFirst },
    reporters: [
      'default',
      ['json', { outputFile: '.cache/test-report.json' }],
      new SkipsReporter(),
    ],
  },
});
