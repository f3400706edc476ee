import * as z from 'zod';
import type { EnginePlan } from '#model/engine-plan.ts';
import { tableIn } from '#base/data.ts';
import { findEvidence } from '#check/rules/repository/evidence.ts';
import { type RepositoryFacts, upward, within } from '#check/rules/repository/facts.ts';
import { plantInPython } from '#check/rules/sources/planted-lines.ts';
import { withoutPythonRemarks } from '#check/rules/sources/python-remarks.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { isOwnModule, listedWords } from '../loaded-code.ts';
import { mypyCatalog } from './catalog.ts';
import { parseMypyReport, printsPlainLines } from './report.ts';

const signs = {
  files: ['mypy.ini', '.mypy.ini'],
  tables: ['mypy'],
  sections: { 'setup.cfg': /^mypy(?:-|$)/ },
  otherwise: 'no mypy.ini, no .mypy.ini, no [tool.mypy] and no [mypy] in a setup.cfg was found',
};

const startedBy = {
  tool: 'mypy',
  valued:
    /^(?:-[cmp]|--(?:package|module|command|config-file|exclude|python-version|platform|python-executable|cache-dir|follow-imports|enable-error-code|disable-error-code|always-true|always-false|shadow-file|output|junit-xml|enable-incomplete-feature|custom-typeshed-dir|\w+-report))$/,
  besides:
    /^(?:-v|-O|--(?:verbose|(?:no-)?(?:pretty|color-output|error-summary|incremental|sqlite-cache|show-\w[\w-]*|install-types)|hide-\w[\w-]*|show-\w[\w-]*|install-types|(?:non-)?interactive|cache-dir|output|junit-xml|skip-\w[\w-]*|\w+-report|python-executable|soft-error-limit)(?:=|$))/,
  isOther: /^--(?:help|version)$/,
  several: 'together',
  needsPaths: true,
  leavesBy: '--exclude',
} as const;

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
  loads: {
    by: 'plugins of the repository, or those that import it, and a python_executable in it',
    named: listLoaded,
  },
  scope: 'whole-program',
  program: { kind: 'python-module', module: 'mypy' },
  versionArgs: ['--version'],
  versionPattern: /^mypy (\S+)/m,
  versions: {
    first: '0.942',
    tested: ['0.942', '0.991', '1.5.1', '1.10.1', '1.11.2', '1.18.2', '2.4.0'],
  },
  options,
  detect: (facts, root) => findEvidence(facts, root, signs),
  configNames: ['mypy.ini', '.mypy.ini', 'pyproject.toml', 'setup.cfg'],
  sections: ['mypy'],
  judges: /\.pyi?$/,
  reads: 'repository',
  // A plugin may read whatever it likes. Scripts have no ending.
  readsKinds: ({ native: known }) =>
    known?.['plugins'] === true ? undefined : /(?:\.pyi?|(?:^|\/)(?:py\.typed|[^./]+))$/,
  keepsState: () => true,
  changed: 'filter',
  native: describeConfig,
  startedBy,
  leavesOut: 'ignored',
  nested: 'apart',
  suppressions: [
    String.raw`#\s*type:\s*ignore`,
    String.raw`#\s*mypy:\s*`,
    String.raw`\bno_type_check\w*`,
    // What stands below is not looked at.
    String.raw`\bnot\s+(?:\w+\.)?(?:TYPE_CHECKING|MYPY)\b`,
  ],
  unsilenced: {
    blank: withoutPythonRemarks,
    plant: (text) => plantInPython(text, '"" + 0'),
  },
  tasks: byFile,
  validation: (input) =>
    recheckAll(mypy.program, input, {
      args: [
        '--no-install-types',
        '--interactive',
        '--cache-dir=/dev/null',
        ...pythonExecutableArgs(input),
      ],
      config: (path) => ['--config-file', path],
      paths: scopeArgs(input.plan),
    }),
  parse: parseMypyReport,
  check: { catalog: mypyCatalog, spec: specOf },
};

function specOf(input: SpecInput): RunSpec {
  const { plan, scratch, kept, version } = input;
  return {
    args: [
      ...(printsPlainLines(version) ? plainLines : ['--output', 'json']),
      // Where all is well it is an empty line, without which a plugin may have ended the run.
      '--error-summary',
      // A configuration may ask to install stubs in the middle of a check.
      '--no-install-types',
      '--interactive',
      '--cache-dir',
      kept ?? `${scratch}/cache`,
      ...(plan.config.path === null ? [] : ['--config-file', plan.config.path]),
      ...pythonExecutableArgs(input),
      ...plan.args,
      ...scopeArgs(plan),
    ],
    env: {},
    reports: {},
  };
}

const plainLines = [
  '--show-column-numbers',
  '--show-error-codes',
  '--hide-error-context',
  '--no-pretty',
  '--no-color-output',
];

function pythonExecutableArgs({
  plan,
  python,
}: Pick<SpecInput, 'plan' | 'python'>): readonly string[] {
  const chosen = options.parse(plan.options).python ?? python;
  return chosen === undefined ? [] : ['--python-executable', chosen];
}

/** Paths would stand in place of the files that the configuration or the arguments name. */
function scopeArgs({
  scope,
  scopeSource,
  args,
  native,
  leaveOut = [],
}: EnginePlan): readonly string[] {
  if (scopeSource !== 'default') return ['--', ...scope];
  if (native?.['selects'] === true || args.some((arg) => namesCode.test(arg))) return [];
  const left = leaveOut.map((path) => path.replaceAll(/[^\w/]/g, String.raw`\$&`));
  return [
    ...(left.length === 0 ? [] : ['--exclude', `^(?:${left.join('|')})(?:/|$)`]),
    '--',
    ...scope,
  ];
}

const namesCode = /^(?:-[cmp]|--(?:command|module|package)(?:=|$))/;

interface ConfigPlace {
  readonly root: string;
  readonly config: string | null;
}

/** Whether the configuration that mypy reads says which files are judged, and by which plugins. */
function describeConfig(facts: RepositoryFacts, { root, config }: ConfigPlace) {
  const read = findConfig(facts, { root, config });
  const settings = read === undefined ? {} : mypySettings(facts, read);
  const names = (key: string): boolean => {
    const value = settings[key];
    return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
  };
  const selects = ['files', 'modules', 'packages'].some(names);
  return { selects, ...(names('plugins') && { plugins: true }) };
}

function listLoaded(facts: RepositoryFacts, place: ConfigPlace): readonly string[] {
  const read = findConfig(facts, place);
  const settings = read === undefined ? {} : mypySettings(facts, read);
  const { python_executable: python } = settings;
  const plugins = listedWords(settings['plugins']).map((name) => name.replace(/:\w+$/, ''));
  const isOwn = typeof python === 'string' && facts.files.has(python.replace(/^\.\//, ''));
  return [
    ...plugins.filter((name) => isOwnModule(facts, name)).map((name) => `the plugin ${name}`),
    ...(isOwn ? [`the interpreter ${python}`] : []),
  ];
}

function findConfig(facts: RepositoryFacts, { root, config }: ConfigPlace): string | undefined {
  const places = config === null ? upward(root).flatMap(configsIn) : [config];
  return places.find((path) => path === config || isReadByMypy(facts, path));
}

/** In the order in which mypy looks for them. */
function configsIn(folder: string): readonly string[] {
  return ['mypy.ini', '.mypy.ini', 'pyproject.toml', 'setup.cfg'].map((name) =>
    within(folder, name),
  );
}

/** A file that other tools share is read where it has a section for mypy. */
function isReadByMypy(facts: RepositoryFacts, path: string): boolean {
  if (!facts.files.has(path)) return false;
  return path.endsWith('mypy.ini') || Object.keys(mypySettings(facts, path)).length > 0;
}

function mypySettings({ manifests }: RepositoryFacts, path: string) {
  const data = manifests.get(path);
  return path.endsWith('.toml') ? tableIn(data, 'tool', 'mypy') : tableIn(data, 'mypy');
}
