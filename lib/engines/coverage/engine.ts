import * as z from 'zod';
import type { EnginePlan } from '#domain/model/engine-plan.ts';
import { type RepositoryFacts, upward, within } from '#domain/repository/facts.ts';
import type { Detection, Engine, RunSpec, SpecInput } from '../contract.ts';
import { coverageCatalog } from './catalog.ts';
import { coverageReport, parseCoverageReport } from './report.ts';

/** Coverage of Python by its tests, measured by pytest-cov. Its findings are files with gaps. */
export const coverage: Engine = {
  id: 'coverage',
  title: 'Coverage (pytest-cov)',
  scope: 'whole-program',
  program: { kind: 'python-module', module: 'pytest' },
  versionArgs: ['--version'],
  versionPattern: /^pytest (\S+)/m,
  detect,
  configNames: [
    '.coveragerc',
    '.coveragerc.toml',
    'pyproject.toml',
    'pytest.toml',
    'pytest.ini',
    'setup.cfg',
    'tox.ini',
    'conftest.py',
  ],
  parse: parseCoverageReport,
  check: { catalog: coverageCatalog, spec: specOf },
};

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const config = plan.config.path === null ? [] : [`--cov-config=${plan.config.path}`];
  const path = `${scratch}/coverage.json`;
  return {
    args: [
      '-q',
      '-p',
      'no:cacheprovider',
      '--rootdir=.',
      ...config,
      ...plan.args,
      ...sourcesOf(plan.options),
      '--cov-branch',
      `--cov-report=json:${path}`,
      '--cov-report=',
      // A threshold would fail a run whose tests all passed; what is tolerated is decided elsewhere.
      '--cov-fail-under=0',
    ],
    env: { COVERAGE_FILE: `${scratch}/.coverage`, PYTHONDONTWRITEBYTECODE: '1' },
    reports: { [coverageReport]: path },
  };
}

const options = z.strictObject({ source: z.array(z.string().min(1)).optional() });

/**
 * Without sources its own configuration tells them. What is wrong is for pytest to refuse, which takes an
 * argument that has spaces for a path.
 */
function sourcesOf(given: EnginePlan['options']): readonly string[] {
  const parsed = options.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
    return ['--cov', `--wrong-options=${problems.join('; ').replaceAll(/\s+/g, '_')}`];
  }
  const { source = [] } = parsed.data;
  return source.length === 0 ? ['--cov'] : source.map((name) => `--cov=${name}`);
}

const pyproject = z.looseObject({
  tool: z.looseObject({ coverage: z.unknown() }).partial().optional(),
});

function detect(facts: RepositoryFacts, root: string): Detection {
  for (const folder of upward(root)) {
    const own = ['.coveragerc', '.coveragerc.toml'].map((name) => within(folder, name));
    const file = own.find((path) => facts.files.has(path));
    if (file !== undefined) return { kind: 'present', because: `${file} configures it` };
    const path = within(folder, 'pyproject.toml');
    const parsed = pyproject.safeParse(facts.manifests.get(path));
    if (parsed.success && parsed.data.tool?.coverage !== undefined) {
      return { kind: 'present', because: `${path} configures it` };
    }
  }
  return { kind: 'absent', because: 'no .coveragerc and no [tool.coverage] was found' };
}
