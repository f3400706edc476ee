import { isOlder } from '#base/version-order.ts';
import type { SpecInput } from './contract.ts';
import type { ScriptedRunner } from './script-start.ts';

const ends = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const workspaces = [...ends, 'json'].map((end) => `vitest.workspace.${end}`);

/** These alone may configure vite only. */
export const vitestConfigs = ends.map((end) => `vite.config.${end}`);

/** Vitest as scripts start it. */
export const vitestRunner: ScriptedRunner = {
  programs: { vitest: [] },
  dependency: 'vitest',
  files: [...ends.map((end) => `vitest.config.${end}`), ...workspaces],
  sharedFiles: vitestConfigs,
  projectFiles: workspaces,
  findsAll: true,
  never:
    /^(?:watch|dev|bench|related|list|init|typecheck|-w|--watch|--ui|-u|--update|--changed|--standalone|--mode=benchmark|--inspect.*)$/,
  dropped:
    /^(?:--run|--(?:reporter|outputFile|open|api|allowOnly|cache|color|watch|ui|silent|clearScreen|includeTaskLocation|hideSkippedTests|coverage\.(?:reporter|reportsDirectory))(?:[.=].*)?|--no-(?:color|cache|watch|open)|--coverage\.(?:reporter|reportsDirectory)=.*)$/,
  valued: new Set(
    (
      '-c --config -r --root --dir -t --testNamePattern --mode --pool --reporter --outputFile ' +
      '--environment --project --exclude --shard --workspace --maxWorkers --minWorkers ' +
      '--testTimeout --hookTimeout --retry --coverage.provider --coverage.reporter ' +
      '--coverage.reportsDirectory --maxConcurrency --bail --api --teardownTimeout ' +
      '--coverage.include'
    ).split(' '),
  ),
  usualTest: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
};

/** What every run of it is told, as far as its version knows the words. */
export function vitestArguments({ plan, version }: Pick<SpecInput, 'plan' | 'version'>): string[] {
  const { leaveOut = [] } = plan;
  return [
    // A folder, or a file. What is found there is left out afterwards, too.
    ...(isOlder(version, '1.1')
      ? []
      : leaveOut.flatMap((path) => [`--exclude=${path}/**`, `--exclude=${path}`])),
    // What it remembers of tests would change their order. Its cache of modules no option of all versions stops.
    ...(isOlder(version, '1.3') ? [] : ['--no-cache']),
  ];
}
