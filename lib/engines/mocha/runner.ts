import type { ScriptedRunner } from '../script-start.ts';

const ends = ['js', 'cjs', 'mjs', 'json', 'jsonc', 'yaml', 'yml'];

/** Mocha as scripts start it. */
export const mochaRunner: ScriptedRunner = {
  programs: { mocha: [], _mocha: [] },
  dependency: 'mocha',
  files: ends.map((end) => `.mocharc.${end}`),
  key: 'mocha',
  findsAll: false,
  never: /^(?:-w|--watch|--inspect.*|--list-.*)$/,
  dropped: /^(?:-R|-O|--(?:reporter|reporter-options?|colors?|no-colors?|c|no-c))(?:=.*)?$/,
  valued: new Set(
    (
      '-R --reporter -O --reporter-option --reporter-options -r --require --config --package ' +
      '--extension --file -f --fgrep -g --grep --ignore --exclude -j --jobs --retries -s --slow ' +
      '-t --timeout -u --ui --import --loader --experimental-loader -n --node-option --opts ' +
      '--global --globals --spec --watch-files --watch-ignore'
    ).split(' '),
  ),
  usualTest:
    /(?:^test|\/tests?|^tests|__tests__)\/.*\.[cm]?[jt]sx?$|[._-](?:test|spec)\.[cm]?[jt]sx?$/,
};
