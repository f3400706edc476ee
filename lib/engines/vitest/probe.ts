import type { RunnerProbe, RunSpec } from '../contract.ts';
import {
  javascriptCanaries,
  javascriptOutside,
  javascriptProbeFiles,
  pathOfUrl,
} from '../javascript-probe.ts';

/** A reporter that has vitest run its tests again, with what they call doing something else. */
export const vitestProbe: RunnerProbe = {
  files: {
    ...javascriptProbeFiles,
    'vitest/probe/main.probe.mjs': pathOfUrl(new URL('./probe/main.probe.mjs', import.meta.url)),
    'vitest/probe/worker.probe.js': pathOfUrl(new URL('./probe/worker.probe.js', import.meta.url)),
  },
  canaries: javascriptCanaries,
  spec: loadProbe,
  outside: javascriptOutside,
};

function loadProbe(run: RunSpec, folder: string): RunSpec {
  // Coverage is another run's, and would only take its time.
  const args = run.args.filter((arg) => !/^--coverage\b/.test(arg));
  return { ...run, args: [...args, `--reporter=${folder}/vitest/probe/main.probe.mjs`] };
}
