import type { EnginePlan } from '#model/engine-plan.ts';
import { plantInScript } from '#check/rules/sources/planted-lines.ts';
import { blankWords } from '#check/rules/sources/blank-words.ts';
import { textListIn, valueIn } from '#base/data.ts';
import { isOlder } from '#base/version-order.ts';
import { type Detection, findEvidence } from '#check/rules/repository/evidence.ts';
import { type RepositoryFacts, within } from '#check/rules/repository/facts.ts';
import type { Program } from '#check/rules/repository/program.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll, type RecheckInput } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { loadedByNode } from '../loaded-code.ts';
import { readJsonSettings } from '#check/rules/configuration/json-settings.ts';
import { tscCatalog } from './catalog.ts';
import { findNamedProjects, isCheckedByGo, isForEditorsOnly } from './project-commands.ts';
import { parseTscReport } from './report.ts';
import { builtFrom, isBuiltAsSolution } from './solution.ts';

const signs = {
  files: ['tsconfig.json'],
  here: true,
  otherwise: 'there is no tsconfig.json',
};

const compiler = { package: 'typescript', bin: 'tsc' };
// Of components of Vue tsc knows nothing, so it misses the modules that they are.
const ofVue = { package: 'vue-tsc', bin: 'vue-tsc' };
/** The preview of version 7, under a name of its own. */
const ofGo = { package: '@typescript/native-preview', bin: 'tsgo' };

/** tsc, the type checker. It judges the files that its project names, and takes no paths beside a project. */
export const tsc: Engine = {
  id: 'tsc',
  title: 'TypeScript',
  // Of components of Vue another compiler reads them, which has plugins.
  loads: loadedByNode(['tsconfig.json', 'tsconfig.app.json'], ['vueCompilerOptions.plugins']),
  scope: 'whole-program',
  program: { kind: 'node-bin', ...compiler, instead: [ofVue, ofGo] },
  plannedProgram: chooseCompiler,
  versionArgs: ['--version'],
  versionPattern: /^Version (\S+)/m,
  versions: { first: '4.9', tested: ['4.9.5', '5.3.3', '5.9.3', '7.0.2'] },
  detect,
  configNames: ['tsconfig.json', 'tsconfig.base.json', 'package.json'],
  sections: [],
  // Scripts too, where a project says so.
  judges: /\.(?:[cm]?[jt]sx?|vue)$/,
  reads: 'repository',
  // vue-tsc is told there what else it takes for a component, such as pages in Markdown.
  readsKinds: ({ native }) =>
    native?.['vue'] === true ? undefined : /\.(?:[cm]?[jt]sx?|json|vue)$/,
  changed: 'filter',
  native: (facts, { root, config }) => {
    const named = findNamedProjects(facts, root);
    const project = config ?? within(root, named[0] ?? 'tsconfig.json');
    const vue = valueIn(facts.manifests.get(project), 'vueCompilerOptions') !== undefined;
    const build = isBuiltAsSolution(facts, project);
    return {
      build,
      ...(vue && { vue }),
      ...(named.length > 0 && { projects: [...named] }),
      ...(isCheckedByGo(facts, root) && { tsgo: true }),
    };
  },
  nested: 'apart',
  suppressions: ['@ts-(?:ignore|expect-error|nocheck)'],
  settings: {
    args: (plan) => ['--showConfig', '-p', readStart(plan).first, ...plan.args],
    // Which files there are is told by the files.
    read: (stdout) => {
      const told = readJsonSettings(stdout, ['compilerOptions']);
      return told && new Map([...told].filter(([name]) => name !== 'files'));
    },
  },
  unsilenced: {
    blank: blankWords(/@ts-(?:ignore|expect-error|nocheck)\b/g),
    plant: (text) => plantInScript(text, '{ const planted: never = 0; void planted; }'),
  },
  tasks: byFile,
  validation: (input) => recheckAll(tsc.program, input, recheckOf(input)),
  parse: parseTscReport,
  check: { catalog: tscCatalog, spec: specOf },
};
const checkAgain: Parameters<typeof recheckAll>[2] = {
  args: [
    '--noEmit',
    '--pretty',
    'false',
    '--incremental',
    '--tsBuildInfoFile',
    // A project may insist on writing it. Packages are shared, and read-only in the sandbox of an agent.
    '/dev/null',
  ],
  config: (path) => ['-p', path],
};

const buildAgain: Parameters<typeof recheckAll>[2] = {
  args: ['--build', '--force', '--pretty', 'false'],
  config: (path) => [path],
};

function recheckOf({ plan, version }: RecheckInput): Parameters<typeof recheckAll>[2] {
  const { build, first, others } = readStart(plan, version);
  const again = build ? buildAgain : checkAgain;
  const named = plan.config.path === null && textListIn(plan.native, 'projects').length > 0;
  if (!named) return again;
  const together = others.length > 0 && plan.native?.['build'] !== true ? ['--noEmit'] : [];
  return { ...again, args: [...again.args, ...together, ...again.config(first), ...others] };
}

/** Of the preview and the compiler, the one that the commands start; the other where that alone is installed. */
function chooseCompiler({ native }: EnginePlan): Program {
  const [last, first] = native?.['tsgo'] === true ? [compiler, ofGo] : [ofGo, compiler];
  return { kind: 'node-bin', ...last, instead: [ofVue, first] };
}

/** A project that is built with others has no run of its own. */
function detect(facts: RepositoryFacts, root: string): Detection {
  const own = findEvidence(facts, root, signs);
  if (own.kind === 'absent') return detectNamed(facts, root) ?? own;
  const whole = builtFrom(facts, root);
  const at = whole ?? root;
  const because = whole === undefined ? own.because : `${within(whole, 'tsconfig.json')} builds it`;
  if (!isForEditorsOnly(facts, at)) return { ...own, because, at };
  const named = detectNamed(facts, at);
  if (named !== undefined) return named;
  return { kind: 'absent', because: `${because}, but no command of the project checks types` };
}

/** Where the commands check no project file of the usual name, they may agree on others. */
function detectNamed(facts: RepositoryFacts, root: string): Detection | undefined {
  const [named] = findNamedProjects(facts, root);
  if (named === undefined) return undefined;
  const because = `a command of the project checks ${within(root, named)}`;
  return { kind: 'present', because, at: root };
}

interface TscStart {
  readonly build: boolean;
  /** Project files: as chosen, else those that the commands of the project name. */
  readonly first: string;
  readonly others: readonly string[];
}

/** Several are judged as one build. One that writes nothing there is since 5.6: before, the first is judged alone. */
function readStart({ config, native }: EnginePlan, version?: string | null): TscStart {
  const build = native?.['build'] === true;
  const named = config.path === null ? textListIn(native, 'projects') : [config.path];
  const [first = 'tsconfig.json', ...others] = named;
  if (others.length === 0 || isOlder(version, '5.6')) return { build, first, others: [] };
  return { build: true, first, others };
}

function specOf(input: SpecInput): RunSpec {
  const start = readStart(input.plan, input.version);
  return start.build ? buildSpec(input, start) : checkSpec(input, start);
}

/**
 * Members of a build read what others of them wrote, so all of them write. What was built before is not relied on: it
 * may come from other sources.
 */
function buildSpec({ plan }: SpecInput, { first, others }: TscStart): RunSpec {
  return {
    args: [
      '--build',
      '--force',
      // Older versions leave out what depends on errors, and say so only here.
      '--verbose',
      '--pretty',
      'false',
      '--diagnostics',
      // Members that others read must write.
      ...(others.length > 0 && plan.native?.['build'] !== true ? ['--noEmit'] : []),
      first,
      ...others,
      ...plan.args,
    ],
    env: {},
    reports: {},
    copies: /\.(?:[cm]?[jt]sx?|json|css|scss|less|vue|svelte|html|graphql|gql|svg|txt|md)$/,
  };
}

function checkSpec({ plan, scratch }: SpecInput, { first }: TscStart): RunSpec {
  return {
    args: [
      '--noEmit',
      '--pretty',
      'false',
      // The totals tell a clean project from one without files, and whether types were checked at all.
      '--diagnostics',
      // A project that is built in steps writes this file even so: not into the repository.
      '--incremental',
      '--tsBuildInfoFile',
      `${scratch}/tsbuildinfo`,
      '-p',
      first,
      ...plan.args,
    ],
    env: {},
    reports: {},
  };
}
