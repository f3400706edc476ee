import * as z from 'zod';
import { evidence } from '#domain/repository/evidence.ts';
import { byFile } from '#domain/tasks/by-file.ts';
import { recheckAll } from '#domain/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { mypyCatalog } from './catalog.ts';
import { parseMypyReport } from './report.ts';

const signs = {
  files: ['mypy.ini', '.mypy.ini'],
  tables: ['mypy'],
  shared: ['setup.cfg'],
  otherwise: 'no mypy.ini, no .mypy.ini, no setup.cfg and no [tool.mypy] was found',
};

const wrongPython = 'the path of a Python interpreter';
const options = z.strictObject({
  python: z
    .string({ error: wrongPython })
    .min(1, wrongPython)
    .optional()
    .describe('The interpreter whose packages are seen; without it, the one that runs mypy.'),
});

/** mypy, the type checker. It judges each file by all others. */
export const mypy: Engine = {
  id: 'mypy',
  title: 'mypy',
  scope: 'whole-program',
  program: { kind: 'python-module', module: 'mypy' },
  versionArgs: ['--version'],
  versionPattern: /^mypy (\S+)/m,
  options,
  detect: (facts, root) => evidence(facts, root, signs),
  configNames: ['mypy.ini', '.mypy.ini', 'pyproject.toml', 'setup.cfg'],
  sections: ['mypy'],
  judges: /\.pyi?$/,
  reads: 'repository',
  changed: 'filter',
  nested: 'apart',
  suppressions: [
    String.raw`#\s*type:\s*ignore`,
    String.raw`#\s*mypy:\s*`,
    String.raw`\bno_type_check\w*`,
    // What stands below is not looked at.
    String.raw`\bnot\s+(?:\w+\.)?(?:TYPE_CHECKING|MYPY)\b`,
  ],
  tasks: byFile,
  validation: (input) =>
    recheckAll(mypy.program, input, {
      args: [
        '--no-install-types',
        '--interactive',
        '--cache-dir=/dev/null',
        ...interpreterArgs(input),
      ],
      config: (path) => ['--config-file', path],
      paths: ['--', ...input.plan.scope],
    }),
  parse: parseMypyReport,
  check: { catalog: mypyCatalog, spec },
};

function spec(input: SpecInput): RunSpec {
  const { plan, scratch } = input;
  return {
    args: [
      '--output',
      'json',
      // Where all is well it is an empty line, without which a plugin may have ended the run.
      '--error-summary',
      // A configuration may ask to install stubs in the middle of a check.
      '--no-install-types',
      '--interactive',
      '--cache-dir',
      `${scratch}/cache`,
      ...(plan.config.path === null ? [] : ['--config-file', plan.config.path]),
      ...interpreterArgs(input),
      ...plan.args,
      '--',
      ...plan.scope,
    ],
    env: {},
    reports: {},
  };
}

function interpreterArgs({ plan, python }: Pick<SpecInput, 'plan' | 'python'>): readonly string[] {
  const chosen = options.parse(plan.options).python ?? python;
  return chosen === undefined ? [] : ['--python-executable', chosen];
}
