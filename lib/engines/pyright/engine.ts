import * as z from 'zod';
import { type Detection, findEvidence } from '#check/rules/repository/evidence.ts';
import { type RepositoryFacts, within } from '#check/rules/repository/facts.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { pyrightCatalog } from './catalog.ts';
import { parsePyrightReport } from './report.ts';

const wrongPython = 'the path of a Python interpreter';
const options = z.strictObject({
  python: z
    .string({ error: wrongPython })
    .min(1, wrongPython)
    .optional()
    .describe('The interpreter whose packages are seen; without it, the one that pyright finds.'),
});

/** pyright, the type checker. It judges the files that its configuration includes, each by all others. */
export const pyright: Engine = {
  id: 'pyright',
  title: 'Pyright',
  scope: 'whole-program',
  program: { kind: 'node-bin', package: 'pyright', bin: 'pyright' },
  versionArgs: ['--version'],
  versionPattern: /^pyright (\S+)/m,
  options,
  detect,
  configNames: ['pyrightconfig.json', 'pyproject.toml'],
  sections: ['pyright'],
  judges: /\.pyi?$/,
  reads: 'repository',
  changed: 'filter',
  nested: 'apart',
  suppressions: [
    String.raw`#\s*pyright:\s*`,
    String.raw`#\s*type:\s*ignore`,
    String.raw`\bno_type_check\w*`,
    // What stands below is not looked at.
    String.raw`\bnot\s+(?:\w+\.)?TYPE_CHECKING\b`,
  ],
  tasks: byFile,
  validation: (input) =>
    recheckAll(pyright.program, input, {
      args: ['--warnings', ...pythonPathArgs(input)],
      config: (path) => ['-p', path],
    }),
  parse: parsePyrightReport,
  check: { catalog: pyrightCatalog, spec: specOf },
};

function specOf(input: SpecInput): RunSpec {
  const { plan } = input;
  return {
    // No paths: they would stand in place of what the configuration includes.
    args: [
      '--outputjson',
      ...(plan.config.path === null ? [] : ['-p', plan.config.path]),
      ...pythonPathArgs(input),
      ...plan.args,
    ],
    env: {},
    reports: {},
  };
}

const signs = {
  files: ['pyrightconfig.json'],
  tables: ['pyright'],
  otherwise: 'no pyrightconfig.json and no [tool.pyright] was found',
};

function pythonPathArgs({ plan, python }: Pick<SpecInput, 'plan' | 'python'>): readonly string[] {
  // It refuses to be told twice.
  if (plan.args.some((arg) => /^--pythonpath(?:=|$)/.test(arg))) return [];
  const chosen = options.parse(plan.options).python ?? python;
  return chosen === undefined ? [] : ['--pythonpath', chosen];
}

function detect(facts: RepositoryFacts, root: string): Detection {
  const own = findEvidence(facts, root, signs);
  const other = findEvidence(facts, root, { tables: ['basedpyright'], otherwise: '' });
  if (own.kind === 'present' || other.kind === 'absent') return own;
  return {
    kind: 'absent',
    because: `${within(other.at, 'pyproject.toml')} configures basedpyright, which is another tool`,
  };
}
