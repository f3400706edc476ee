import type { EnginePlan } from '#model/engine-plan.ts';
import { type Detection, findEvidence } from '#check/rules/repository/evidence.ts';
import { type RepositoryFacts, within } from '#check/rules/repository/facts.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { tscCatalog } from './catalog.ts';
import { parseTscReport } from './report.ts';
import { builtFrom, isBuiltAsSolution } from './solution.ts';

const signs = {
  files: ['tsconfig.json'],
  here: true,
  otherwise: 'there is no tsconfig.json',
};

/** tsc, the type checker. It judges the files that its project names, and takes no paths beside a project. */
export const tsc: Engine = {
  id: 'tsc',
  title: 'TypeScript',
  scope: 'whole-program',
  program: {
    kind: 'node-bin',
    package: 'typescript',
    bin: 'tsc',
    // Of components of Vue tsc knows nothing, so it misses the modules that they are.
    instead: [{ package: 'vue-tsc', bin: 'vue-tsc' }],
  },
  versionArgs: ['--version'],
  versionPattern: /^Version (\S+)/m,
  detect,
  configNames: ['tsconfig.json', 'tsconfig.base.json', 'package.json'],
  sections: [],
  // Scripts too, where a project says so.
  judges: /\.(?:[cm]?[jt]sx?|vue)$/,
  reads: 'repository',
  changed: 'filter',
  native: (facts, { root, config }) => ({
    build: isBuiltAsSolution(facts, config ?? within(root, 'tsconfig.json')),
  }),
  nested: 'apart',
  suppressions: ['@ts-(?:ignore|expect-error|nocheck)'],
  tasks: byFile,
  validation: (input) =>
    recheckAll(tsc.program, input, isBuild(input.plan) ? buildAgain : checkAgain),
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

/** A project that is built with others has no run of its own. */
function detect(facts: RepositoryFacts, root: string): Detection {
  const own = findEvidence(facts, root, signs);
  if (own.kind === 'absent') return own;
  const whole = builtFrom(facts, root);
  if (whole === undefined) return own;
  return { ...own, because: `${within(whole, 'tsconfig.json')} builds it`, at: whole };
}

function isBuild({ native }: EnginePlan): boolean {
  return native?.['build'] === true;
}

function specOf(input: SpecInput): RunSpec {
  return isBuild(input.plan) ? buildSpec(input) : checkSpec(input);
}

/**
 * Members of a build read what others of them wrote, so all of them write. What was built before is not relied on: it
 * may come from other sources.
 */
function buildSpec({ plan }: SpecInput): RunSpec {
  return {
    args: [
      '--build',
      '--force',
      // Older versions leave out what depends on errors, and say so only here.
      '--verbose',
      '--pretty',
      'false',
      '--diagnostics',
      plan.config.path ?? 'tsconfig.json',
      ...plan.args,
    ],
    env: {},
    reports: {},
    copies: /\.(?:[cm]?[jt]sx?|json|css|scss|less|vue|svelte|html|graphql|gql|svg|txt|md)$/,
  };
}

function checkSpec({ plan, scratch }: SpecInput): RunSpec {
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
      plan.config.path ?? 'tsconfig.json',
      ...plan.args,
    ],
    env: {},
    reports: {},
  };
}
