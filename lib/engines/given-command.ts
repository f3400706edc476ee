import { factsOfBroken } from '#check/rules/outcome/json-report.ts';
import type { Detection } from '#check/rules/repository/evidence.ts';
import type { RepositoryFacts } from '#check/rules/repository/facts.ts';
import { matchesName } from '#check/rules/repository/match-name.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import {
  commandOf,
  othersInTargets,
  type RecheckInput,
  targetPaths,
  validationOf,
} from '#repair/rules/tasks/recheck.ts';
import type { ValidationSpec } from '#model/validation.ts';
import type { Engine, EngineReport, SpecInput, ToolOutput } from './contract.ts';
import { givenExits } from './given-exits.ts';
import { type GivenOptions, reportPlaceholder, type ReportSource } from './given-options.ts';
import { givenReport, planGivenStart } from './given-start.ts';

interface Given {
  readonly options: GivenOptions;
  /** Where its report is. */
  readonly source: ReportSource;
  /** Reads its report; never throws. Without a text there is none. */
  readonly read: (text: string | undefined, output: ToolOutput) => EngineReport;
  /** Whether it prints something even where it finds nothing; absent: it does. */
  readonly report?: 'when-findings';
}

type Configured = ReturnType<NonNullable<Engine['configured']>>;

/** What an engine is whose command the user gives. */
export function givenCommand(given: Given): Configured {
  const { options, source, read } = given;
  const { version, fix } = options;
  const start = planGivenStart(options, source);
  const scope = options.scope ?? (options.paths === 'append' ? 'per-file' : 'whole-program');
  return {
    scope,
    program: start.program,
    versionArgs: version === undefined ? [] : start.versionArgs(version.args),
    versionPattern: new RegExp(version?.pattern ?? '(?!)', 'm'),
    detect: (facts, root) => detect(options.detect, facts, root),
    configNames: options.configNames,
    sections: [],
    judges: new RegExp(options.files),
    // It may start whatever is installed.
    reads: 'anything',
    changed: changedBy[scope],
    // It is given for the repository, not for each project in it.
    nested: 'itself',
    suppressions: options.suppressions,
    ...givenRepair(options, scope),
    parse: (output) => read(reportTextIn(output, source), output),
    check: {
      catalog: { report: given.report ?? 'always', ...givenExits(options) },
      spec: (input) => start.check(commandWords(options.command, options, input), input),
    },
    ...(fix && {
      fix: {
        catalog: { report: 'never', isFix: true, ...givenExits(fix) },
        spec: (input) => start.plain(commandWords(fix.command, options, input)),
      },
    }),
  };
}

function reportTextIn(
  { stdout, stderr, reports }: ToolOutput,
  { from, file }: ReportSource,
): string | undefined {
  if (file !== undefined) return reports.get(givenReport);
  // A text without an end of line must not run into the next.
  return from === 'merged' ? [stdout, stderr].filter((text) => text !== '').join('\n') : stdout;
}

const changedBy: Record<Engine['scope'], Engine['changed']> = {
  'per-file': 'paths',
  'whole-program': 'filter',
  tests: 'everything',
};

/** What an engine is whose options give no command yet; it is never run. */
export const notGiven = {
  scope: 'whole-program',
  program: { kind: 'binary', name: 'false' },
  loads: 'everything',
  versionArgs: [],
  versionPattern: /(?!)/,
  detect: () => ({
    kind: 'absent',
    because: 'it runs only where its options name a command',
    noSign: true,
  }),
  configNames: [],
  sections: [],
  judges: /./,
  reads: 'anything',
  changed: 'everything',
  nested: 'itself',
  suppressions: [],
  tasks: () => [],
  validation: ({ plan }) => notPlanned(plan.engine),
  parse: () => ({ facts: factsOfBroken('absent'), findings: [] }),
  check: {
    catalog: {},
    spec: ({ plan }) => notPlanned(plan.engine),
  },
} as const satisfies Partial<Engine>;

function notPlanned(engine: string): never {
  throw new Error(`The engine ${engine} was planned without its options`);
}

function commandWords(
  command: readonly string[],
  { paths }: GivenOptions,
  { plan }: SpecInput,
): readonly string[] {
  const scope = paths === 'append' ? plan.scope : [];
  // Many tools take a path that begins with a dash for an option.
  const asPaths = scope.map((path) => (path.startsWith('-') ? `./${path}` : path));
  return [...command, ...plan.args, ...asPaths];
}

function detect(
  names: readonly string[] | undefined,
  { files }: RepositoryFacts,
  root: string,
): Detection {
  if (names === undefined) {
    return { kind: 'present', because: 'its options name a command', at: root };
  }
  const found = [...files].find((path) => names.some((name) => matchesName(path, { name, root })));
  return found === undefined
    ? { kind: 'absent', because: `no file is named ${names.join(' or ')}` }
    : { kind: 'present', because: `${found} is there`, at: root };
}

/** How the findings of a command that the user gives become tasks: its words are all that is known of it. */
export function givenRepair(
  options: GivenOptions,
  scope: Engine['scope'],
): Required<Pick<Engine, 'tasks' | 'validation'>> {
  return {
    tasks: scope === 'tests' ? byTestFile : byFile,
    validation: (input) => recheckGiven(options, scope, input),
  };
}

function recheckGiven(
  { command, paths, exitCodes, ignoreExit }: GivenOptions,
  scope: Engine['scope'],
  input: RecheckInput,
): ValidationSpec {
  const [name = '', ...args] = command;
  const byPath = paths === 'append' && scope === 'per-file';
  const judged = byPath ? targetPaths(input) : input.plan.scope;
  const again = commandOf({ kind: 'binary', name }, input, {
    // Its findings are read by the check that follows; here its exit code alone counts.
    args: args.map((word) => word.replaceAll(reportPlaceholder, '/dev/null')),
    config: () => [],
    paths: paths === 'append' ? judged : [],
  });
  const mayStay = byPath ? othersInTargets(input) : input.others;
  const validation = validationOf(again, input.draft, mayStay);
  // Where another code means that all is well, 0 cannot be asked for.
  const otherCodes = [...(exitCodes?.success ?? []), ...(ignoreExit ?? [])];
  if (otherCodes.every((code) => code === 0)) return validation;
  return {
    ...validation,
    successCriteria: { ...validation.successCriteria, requireExitCode0: false },
  };
}
