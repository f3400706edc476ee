import * as z from 'zod';
import { type RepositoryFacts, upward, within } from '#domain/repository/facts.ts';
import type { Detection, Engine, RunSpec, SpecInput } from '../contract.ts';
import { mypyCatalog } from './catalog.ts';
import { parseMypyReport } from './report.ts';

/** mypy, the type checker. It judges each file by all others. */
export const mypy: Engine = {
  id: 'mypy',
  title: 'mypy',
  scope: 'whole-program',
  program: { kind: 'python-module', module: 'mypy' },
  versionArgs: ['--version'],
  versionPattern: /^mypy (\S+)/m,
  detect,
  configNames: ['mypy.ini', '.mypy.ini', 'pyproject.toml', 'setup.cfg'],
  parse: parseMypyReport,
  check: { catalog: mypyCatalog, spec },
};

/** The interpreter whose packages are seen; without it, the one that runs mypy. */
const options = z.object({ python: z.string().optional().catch(undefined) });

function spec({ plan, scratch }: SpecInput): RunSpec {
  const { python } = options.parse(plan.options);
  return {
    args: [
      '--output',
      'json',
      '--no-error-summary',
      // A configuration may ask to install stubs in the middle of a check.
      '--no-install-types',
      '--interactive',
      '--cache-dir',
      `${scratch}/cache`,
      ...(plan.config.path === null ? [] : ['--config-file', plan.config.path]),
      ...(python === undefined ? [] : ['--python-executable', python]),
      ...plan.args,
      '--',
      ...plan.scope,
    ],
    env: {},
    reports: {},
  };
}

const pyproject = z.looseObject({ tool: z.looseObject({ mypy: z.unknown() }).partial() });

function detect(facts: RepositoryFacts, root: string): Detection {
  for (const folder of upward(root)) {
    const names = ['mypy.ini', '.mypy.ini', 'setup.cfg'].map((name) => within(folder, name));
    const file = names.find((path) => facts.files.has(path));
    const path = within(folder, 'pyproject.toml');
    const parsed = pyproject.safeParse(facts.manifests.get(path));
    const section = parsed.success && parsed.data.tool.mypy !== undefined;
    if (section) return { kind: 'present', because: `${path} configures it` };
    if (file !== undefined) {
      const how = file.endsWith('setup.cfg') ? 'may configure it' : 'configures it';
      return { kind: 'present', because: `${file} ${how}` };
    }
  }
  return {
    kind: 'absent',
    because: 'no mypy.ini, no .mypy.ini, no setup.cfg and no [tool.mypy] was found',
  };
}
