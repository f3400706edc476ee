import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FlowsSpread } from './test/support/flows-spread.ts';
import { memoryFolder } from './test/support/memory-folder.ts';
import { SkipsReporter } from './test/support/skips-reporter.ts';

/**
 * Their files leave nothing behind for each other, so they share processes: to start one for each, and to load there
 * what is tested, takes longer than most of the tests. Whatever changes the environment has a process of its own, and
 * so has what starts processes by the hundred, which takes longer the more a process has loaded.
 */
export const sharing = [
  'test/{base,config,github,model,platform,ratchet,report}/**/*.test.ts',
  'test/{agents,architecture,check,engines,gateway,infra,local,support,worker}/**/*.test.ts',
  'test/aws/{broker,runtime,widget}/**/*.test.ts',
  'test/cli/{check,commands,execute,fix,runs,workspaces}/**/*.test.ts',
  'test/*/rules/**/*.test.ts',
];

/** The sandboxes of agents have a `/dev` of their own, so what these tests make may not lie in memory. */
const sandboxed = ['test/flow/agents/**/*.test.ts'];

/** The emulated cloud, the package and the projects of others have commands of their own. */
const elsewhere = ['test/fixtures/**', 'test/flow/aws/**', 'test/package/**', 'test/corpus/**'];

const memory = process.env['TMPDIR'] === undefined ? memoryFolder() : undefined;
const env = memory === undefined ? {} : { TMPDIR: memory };

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false, env } },
      { extends: true, test: { name: 'sandboxed', include: sandboxed } },
      {
        extends: true,
        test: {
          name: 'all else',
          env,
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...sharing, ...sandboxed],
        },
      },
    ],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is waited for comes as soon as the machine has time for it.
    expect: { poll: { timeout: 240_000 } },
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
