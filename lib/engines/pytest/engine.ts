import { fileOfTest } from '#check/rules/findings/test-names.ts';
import { type Detection, findEvidence } from '#check/rules/repository/evidence.ts';
import { type RepositoryFacts, upward, within } from '#check/rules/repository/facts.ts';
import { environmentWithout, mentionsPackage } from '#check/rules/repository/python-packages.ts';
import { findRoots, listPythonFiles } from '#check/rules/repository/roots.ts';
import type { ValidationSpec } from '#model/validation.ts';
import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import {
  commandOf,
  othersInTargets,
  type RecheckInput,
  targetPaths,
  validationOf,
} from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { pytestCatalog } from './catalog.ts';
import { pytestProbe } from './probe.ts';
import { junitReport, parsePytestReport } from './report.ts';

const ownFiles = ['pytest.toml', '.pytest.toml', 'pytest.ini', '.pytest.ini'];

const signs = {
  files: ownFiles,
  tables: ['pytest'],
  sections: { 'tox.ini': /^pytest$/, 'setup.cfg': /^tool:pytest$/ },
  otherwise: 'no configuration of pytest and no test file was found',
};

/** pytest. Its findings are tests that fail, named by their node ids. */
export const pytest: Engine = {
  id: 'pytest',
  title: 'pytest',
  loads: 'everything',
  scope: 'tests',
  program: { kind: 'python-module', module: 'pytest' },
  versionArgs: ['--version'],
  versionPattern: /^pytest (\S+)/m,
  versions: { first: '6.2', tested: ['6.2.5', '7.4.4', '8.4.2', '9.1.1'] },
  detect,
  configNames: [...ownFiles, 'pyproject.toml', 'tox.ini', 'setup.cfg', 'conftest.py'],
  sections: ['pytest'],
  judges: /\.py$/,
  reads: 'repository',
  changed: 'everything',
  leavesOut: 'inner',
  nested: 'apart',
  suppressions: [
    String.raw`\bpytest\.(?:mark\.)?(?:skip|xfail|importorskip)`,
    String.raw`\bunittest\.skip`,
  ],
  tasks: byTestFile,
  validation: recheckPytest,
  parse: parsePytestReport,
  probe: pytestProbe,
  check: { catalog: pytestCatalog, spec: specOf },
};

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const { leaveOut = [] } = plan;
  const config = plan.config.path === null ? [] : ['-c', plan.config.path];
  const path = `${scratch}/junit.xml`;
  return {
    args: [
      '-q',
      // Beside what it tells anyway, tests that pass though they are expected to fail.
      '-rfEX',
      // Plugins and conftest files rely on there being a cache.
      '-o',
      `cache_dir=${scratch}/cache`,
      // By its own argument: what the environment says of colours, tests see as well.
      '--color=no',
      // Node ids are relative to it, wherever the configuration was found.
      '--rootdir=.',
      ...config,
      ...plan.args,
      // Of two reports pytest writes the last.
      `--junitxml=${path}`,
      '-o',
      'junit_family=xunit1',
      // What a failing test printed says as much as where it failed.
      '-o',
      'junit_logging=all',
      '-o',
      'junit_log_passing_tests=False',
      ...leaveOut.map((folder) => `--ignore=${folder}`),
      ...pathArgs(plan.scope),
    ],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    reports: { [junitReport]: path },
  };
}

/** The test files again; where a failure in them may stay, only the tests of the task. */
function recheckPytest(input: RecheckInput): ValidationSpec {
  const { testIds } = input.draft.targets;
  const mayStay = othersInTargets(input);
  const byTest = mayStay.length > 0 && testIds.length > 0;
  // An inherited test fails in the file of its class, from which nothing is collected.
  const heirs = testIds.map((id) => fileOfTest({ id }));
  const command = commandOf(pytest.program, input, {
    args: ['-q', '--color=no', '--rootdir=.'],
    config: (path) => ['-c', path],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    paths: pathArgs(byTest ? testIds : [...new Set([...targetPaths(input), ...heirs])]),
  });
  return validationOf(command, input.draft, byTest ? [] : mayStay);
}

/** Without paths pytest takes its own `testpaths`. It knows no `--` before them. */
function pathArgs(scope: readonly string[]): readonly string[] {
  if (scope.every((path) => path === '.')) return [];
  return scope.map((path) => (path.startsWith('-') ? `./${path}` : path));
}

/** A conftest.py alone may lie in any folder of tests: it tells of pytest, and not where it is to be started. */
function detect(facts: RepositoryFacts, root: string): Detection {
  const found = findEvidence(facts, root, signs);
  if (found.kind === 'present') return found;
  const roots = findRoots(facts);
  const folder = upward(root).find(
    (one) => roots.includes(one) && facts.files.has(within(one, 'conftest.py')),
  );
  if (folder !== undefined) {
    return {
      kind: 'present',
      because: `${within(folder, 'conftest.py')} configures it`,
      at: folder,
    };
  }
  const test = listPythonFiles(facts, root).find((path) =>
    /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path),
  );
  if (test === undefined) return found;
  const environment = environmentWithout(facts, root, 'pytest');
  if (environment === undefined || mentionsPackage(facts, root, 'pytest')) {
    return { kind: 'present', because: `${test} is a test`, at: root };
  }
  // Tests may be those of unittest.
  const because = `${test} is a test, but ${environment} has no pytest and nothing asks for it`;
  return { kind: 'absent', because };
}
