import type { RunnerProbe, RunSpec } from '../contract.ts';
import {
  javascriptCanaries,
  javascriptOutside,
  javascriptProbeFiles,
  pathOfUrl,
} from '../javascript-probe.ts';

/** A reporter that has jest run its tests again, with what they call doing something else. */
export const jestProbe: RunnerProbe = {
  files: {
    ...javascriptProbeFiles,
    'jest/probe/main.probe.mjs': pathOfUrl(new URL('./probe/main.probe.mjs', import.meta.url)),
  },
  canaries: javascriptCanaries,
  spec: loadProbe,
  outside: javascriptOutside,
};

/** All in one process, where the reporter stands beside the framework. */
function loadProbe(run: RunSpec, folder: string): RunSpec {
  const own = [
    '--runInBand',
    '--bail=0',
    '--coverage=false',
    `--reporters=${folder}/jest/probe/main.probe.mjs`,
  ];
  return { ...run, args: [...own, ...withoutWorkers(run.args)] };
}

function withoutWorkers(args: readonly string[]): readonly string[] {
  return args.filter((arg, index) => {
    const isValue = /^(?:-w|--maxWorkers)$/.test(args[index - 1] ?? '');
    return (
      !isValue && !/^(?:-i|-b|-w|--(?:runInBand|bail|coverage|maxWorkers)(?:=.*)?|-w=.*)$/.test(arg)
    );
  });
}
