import type { ScriptedRunner } from './script-start.ts';

const ends = ['js', 'ts', 'mjs', 'cjs', 'cts', 'mts', 'json'];

/** Jest as scripts start it. */
export const jestRunner: ScriptedRunner = {
  programs: { jest: [] },
  dependency: 'jest',
  files: ends.map((end) => `jest.config.${end}`),
  key: 'jest',
  findsAll: true,
  never:
    /^(?:--watch|--watchAll|-u|--updateSnapshot|-o|--onlyChanged|--lastCommit|--changedSince.*|--init|--showConfig|--listTests|--clearCache)$/,
  dropped:
    /^(?:--(?:reporters|json|outputFile|testLocationInResults|coverageDirectory|coverageReporters|verbose|notify|colors?|ci|watchAll=false|watch=false|no-watch|silent)(?:=.*)?)$/,
  valued: new Set(
    (
      '-c --config -t --testNamePattern -w --maxWorkers --rootDir --env --testEnvironment ' +
      '--testTimeout --testPathPattern --preset --shard --outputFile --coverageDirectory ' +
      '--transform --moduleNameMapper --globals --maxConcurrency --cacheDirectory ' +
      '--coverageProvider --coverageThreshold'
    ).split(' '),
  ),
  listed: new Set(
    (
      '--projects --selectProjects --ignoreProjects --roots --reporters --setupFiles ' +
      '--setupFilesAfterEnv --testMatch --testRegex --testPathPatterns --testPathIgnorePatterns ' +
      '--collectCoverageFrom --coverageReporters'
    ).split(' '),
  ),
  usualTest: /(?:\.(?:test|spec)\.[cm]?[jt]sx?|(?:^|\/)__tests__\/.*\.[cm]?[jt]sx?)$/,
};
