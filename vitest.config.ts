import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FlowsSpread } from './test/support/flows-spread.ts';
import { memoryFolder } from './test/support/memory-folder.ts';
import { SkipsReporter } from './test/support/skips-reporter.ts';

/** What they test has no state, so these files need no process each: starting those takes longer than the tests. */
export const pure = ['test/{base,config,model,report}/**/*.test.ts', 'test/*/rules/**/*.test.ts'];

/** The sandboxes of agents have a `/dev` of their own, so what these tests make may not lie in memory. */
const sandboxed = ['test/flow/agents/**/*.test.ts'];

/** The emulated cloud and the package have commands of their own. */
const elsewhere = ['test/fixtures/**', 'test/flow/aws/**', 'test/package/**'];

const memory = process.env['TMPDIR'] === undefined ? memoryFolder() : undefined;
const env = memory === undefined ? {} : { TMPDIR: memory };

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: pure, isolate: false, env } },
      { extends: true, test: { name: 'sandboxed', include: sandboxed } },
      {
        extends: true,
        test: {
          name: 'all else',
          env,
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...pure, ...sandboxed],
        },
      },
    ],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['./test/support/own-temp.ts'],
    // Those that take long wait most of the time, for processes, sockets and clocks: others may work meanwhile.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: FlowsSpread },
    reporters: [
      'default',
      ['json', { outputFile: '.cache/test-report.json' }],
      new SkipsReporter(),
    ],
  },
});
