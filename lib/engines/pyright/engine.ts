import * as z from 'zod';
import { type Detection, findEvidence } from '#check/rules/repository/evidence.ts';
import { type RepositoryFacts, within } from '#check/rules/repository/facts.ts';
import { listProjectCommands } from '#check/rules/repository/commands/project-commands.ts';
import { plantInPython } from '#check/rules/sources/planted-lines.ts';
import { withoutPythonRemarks } from '#check/rules/sources/python-remarks.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
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

const startedBy = {
  tool: 'pyright',
  valued:
    /^(?:-[pv]|--(?:project|pythonpath|pythonplatform|pythonversion|typeshedpath|venvpath|level|threads))$/,
  besides:
    /^(?:-v|--(?:outputjson|warnings|stats|verbose|dependencies|pythonpath|venvpath|threads)(?:=|$))/,
  // Whether the types of a package are whole is another question.
  isOther: /^(?:-w|--(?:help|version|verifytypes|createstub|watch))(?:=|$)/,
  several: 'together',
} as const;

/** pyright, the type checker. It judges the files that its configuration includes, each by all others. */
export const pyright: Engine = {
  id: 'pyright',
  title: 'Pyright',
  loads: 'nothing',
  scope: 'whole-program',
  program: { kind: 'node-bin', package: 'pyright', bin: 'pyright' },
  versionArgs: ['--version'],
  versionPattern: /^pyright (\S+)/m,
  versions: { first: '1.1.300', tested: ['1.1.300', '1.1.380', '1.1.414'] },
  options,
  detect,
  configNames: ['pyrightconfig.json', 'pyproject.toml'],
  sections: ['pyright'],
  judges: /\.pyi?$/,
  reads: 'repository',
  readsKinds: () => /(?:\.(?:pyi?|so|pyd)|(?:^|\/)py\.typed)$/,
  changed: 'filter',
  startedBy,
  fails: { from: 'high', strictBy: /^--warnings$/ },
  nested: 'apart',
  suppressions: [
    String.raw`#\s*pyright:\s*`,
    String.raw`#\s*type:\s*ignore`,
    String.raw`\bno_type_check\w*`,
    // What stands below is not looked at.
    String.raw`\bnot\s+(?:\w+\.)?TYPE_CHECKING\b`,
  ],
  unsilenced: {
    blank: withoutPythonRemarks,
    plant: (text) => plantInPython(text, '"" + 0'),
  },
  tasks: byFile,
  validation: (input) =>
    recheckAll(pyright.program, input, {
      args: ['--warnings', ...pythonPathArgs(input)],
      config: (path) => ['-p', path],
      paths: pathsOf(input.plan),
    }),
  parse: parsePyrightReport,
  check: { catalog: pyrightCatalog, spec: specOf },
};

function specOf(input: SpecInput): RunSpec {
  const { plan } = input;
  return {
    args: [
      '--outputjson',
      ...(plan.config.path === null ? [] : ['-p', plan.config.path]),
      ...pythonPathArgs(input),
      ...plan.args,
      ...pathsOf(plan),
    ],
    env: {},
    reports: {},
  };
}

/** Paths stand in place of what the configuration includes, so only those are given that the project itself gives. */
function pathsOf({ scope, scopeSource }: EnginePlan): readonly string[] {
  return scopeSource === 'project' ? scope : [];
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
  if (own.kind === 'present') return unlessForOther(facts, own);
  if (other.kind === 'absent') return own;
  return {
    kind: 'absent',
    because: `${within(other.at, 'pyproject.toml')} configures basedpyright, which is another tool`,
  };
}

/** Some projects let it judge how complete the types of their package are, and nothing else. */
function unlessForOther(facts: RepositoryFacts, found: Detection): Detection {
  const all = listProjectCommands(facts).filter(({ tool }) => tool === startedBy.tool);
  const [first] = all;
  const isOther = all.every(({ args }) => args.some((arg) => startedBy.isOther.test(arg)));
  if (first === undefined || !isOther) return found;
  return { kind: 'absent', because: `${first.at} runs it, and for another purpose` };
}
