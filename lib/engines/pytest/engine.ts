import * as z from 'zod';
import { type RepositoryFacts, upward, within } from '#domain/repository/facts.ts';
import type { Detection, Engine, RunSpec, SpecInput } from '../contract.ts';
import { pytestCatalog } from './catalog.ts';
import { junitReport, parsePytestReport } from './report.ts';

const ownFiles = ['pytest.toml', '.pytest.toml', 'pytest.ini', '.pytest.ini'];

/** pytest. Its findings are tests that fail, named by their node ids. */
export const pytest: Engine = {
  id: 'pytest',
  title: 'pytest',
  scope: 'tests',
  program: { kind: 'python-module', module: 'pytest' },
  versionArgs: ['--version'],
  versionPattern: /^pytest (\S+)/m,
  detect,
  configNames: [...ownFiles, 'pyproject.toml', 'tox.ini', 'setup.cfg', 'conftest.py'],
  parse: parsePytestReport,
  check: { catalog: pytestCatalog, spec: specOf },
};

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const config = plan.config.path === null ? [] : ['-c', plan.config.path];
  const path = `${scratch}/junit.xml`;
  return {
    args: [
      '-q',
      '-p',
      'no:cacheprovider',
      // Node ids are relative to it, wherever the configuration was found.
      '--rootdir=.',
      ...config,
      ...plan.args,
      // Of two reports pytest writes the last.
      `--junitxml=${path}`,
      '-o',
      'junit_family=xunit1',
      ...pathsOf(plan.scope),
    ],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    reports: { [junitReport]: path },
  };
}

/** Without paths pytest takes its own `testpaths`. It knows no `--` before them. */
function pathsOf(scope: readonly string[]): readonly string[] {
  if (scope.every((path) => path === '.')) return [];
  return scope.map((path) => (path.startsWith('-') ? `./${path}` : path));
}

const pyproject = z.looseObject({
  tool: z.looseObject({ pytest: z.unknown() }).partial().optional(),
});

function detect(facts: RepositoryFacts, root: string): Detection {
  for (const folder of upward(root)) {
    const file = [...ownFiles, 'conftest.py']
      .map((name) => within(folder, name))
      .find((path) => facts.files.has(path));
    if (file !== undefined) return { kind: 'present', because: `${file} is there` };
    const path = within(folder, 'pyproject.toml');
    const parsed = pyproject.safeParse(facts.manifests.get(path));
    if (parsed.success && parsed.data.tool?.pytest !== undefined) {
      return { kind: 'present', because: `${path} configures it` };
    }
  }
  return byTests(facts, root);
}

function byTests({ files }: RepositoryFacts, root: string): Detection {
  const prefix = root === '.' ? '' : `${root}/`;
  const test = [...files].find(
    (path) => path.startsWith(prefix) && /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path),
  );
  if (test !== undefined) return { kind: 'present', because: `${test} is a test` };
  return { kind: 'absent', because: 'no configuration of pytest and no test file was found' };
}
