import type { ScriptedRunner } from '../script-start.ts';

/** The test runner of Node as scripts start it. */
export const nodeTestRunner: ScriptedRunner = {
  programs: { node: [], tsx: ['--import', 'tsx'] },
  files: [],
  findsAll: true,
  only: '--test',
  never: /^(?:--watch.*|--inspect.*|--test-update-snapshots)$/,
  dropped: /^--test(?:-reporter(?:-destination)?)?(?:=.*)?$/,
  valued: new Set(
    (
      '--import -r --require --loader --experimental-loader -C --conditions --test-reporter ' +
      '--test-reporter-destination --test-name-pattern --env-file --test-skip-pattern ' +
      '--test-concurrency --test-timeout --test-shard --test-isolation --test-coverage-include ' +
      '--test-coverage-exclude'
    ).split(' '),
  ),
  usualTest: /(?:^|\/)(?:test\/.*|test-[^/]*|test|[^/]*[._-]test)\.[cm]?[jt]s$/,
};
