import type { EnginePlan } from '#model/engine-plan.ts';
import type { RunnerProbe, RunSpec } from '../contract.ts';

/** A plugin that runs tests in split-off processes, with what they call doing something else. */
export const pytestProbe: RunnerProbe = {
  files: {
    '__init__.py': pathOf(new URL('./probe/__init__.py', import.meta.url)),
    'canaries.py': pathOf(new URL('./probe/canaries.py', import.meta.url)),
    'children.py': pathOf(new URL('./probe/children.py', import.meta.url)),
    'mutants.py': pathOf(new URL('./probe/mutants.py', import.meta.url)),
    'watching.py': pathOf(new URL('./probe/watching.py', import.meta.url)),
  },
  canaries: ['assert', 'unittest', 'raise', 'contains'],
  spec: loadProbe,
  outside: {
    file: pathOf(new URL('./probe/outside.py', import.meta.url)),
    start: startOutside,
  },
};

/** By the interpreter that runs pytest. */
function startOutside(
  [python, ...args]: readonly string[],
  file: string,
): readonly [string, ...string[]] | undefined {
  return python !== undefined && args.join(' ') === '-m pytest' ? [python, file] : undefined;
}

function pathOf(url: URL): string {
  return decodeURIComponent(url.pathname);
}

/** The folder is a package, whose name nobody knew before: no module of the project can stand in its place. */
function loadProbe(run: RunSpec, folder: string, { env }: EnginePlan): RunSpec {
  const at = folder.lastIndexOf('/');
  const own = env['PYTHONPATH'];
  const path = [folder.slice(0, at), ...(own === undefined ? [] : [own])].join(':');
  return {
    ...run,
    args: ['-p', folder.slice(at + 1), ...run.args],
    env: { ...run.env, PYTHONPATH: path },
  };
}
