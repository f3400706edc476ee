import type * as z from 'zod';
import type { TestIdentity } from '#check/rules/findings/identity.ts';
import type { MeasuredNumber } from '#check/rules/findings/numbers.ts';
import type { PlantedText } from '#check/rules/sources/planted-lines.ts';
import type { CollectedTest } from '#check/rules/findings/test-names.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { Finding, Severity } from '#model/finding.ts';
import type { ValidationSpec } from '#model/validation.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import type { ReportFacts } from '#check/rules/outcome/run-facts.ts';
import type { CommandShape } from '#check/rules/repository/commands/given-start.ts';
import type { SupportedVersions } from '#check/rules/outcome/supported-version.ts';
import type { Detection } from '#check/rules/repository/evidence.ts';
import type { RepositoryFacts } from '#check/rules/repository/facts.ts';
import type { Program } from '#check/rules/repository/program.ts';
import type { TaskDraft, TaskLimits } from '#repair/rules/tasks/draft.ts';
import type { RecheckInput } from '#repair/rules/tasks/recheck.ts';
import type { LoadedCode } from './loaded-code.ts';

/** A quality tool as data and pure functions. The step runs the process; nothing here touches the world. */
export interface Engine {
  readonly id: string;
  readonly title: string;
  /** per-file: paths restrict what is judged. whole-program: it always judges everything. */
  readonly scope: 'per-file' | 'whole-program' | 'tests';
  readonly program: Program;
  readonly loads: LoadedCode;
  /** The program of one plan, where the project has it done by another. */
  readonly plannedProgram?: (plan: EnginePlan) => Program;
  /** Empty: it cannot tell its version, so it is not asked. */
  readonly versionArgs: readonly string[];
  /** The first group is the version. */
  readonly versionPattern: RegExp;
  /** Which versions of it are known to work; absent: the command is the user's own. */
  readonly versions?: SupportedVersions;
  /** What `options` may hold. Without a schema the engine takes none. */
  readonly options?: z.ZodType;
  /** For an engine whose very nature its options say: what it is under these, which fit its schema. */
  readonly configured?: (options: EnginePlan['options']) => Partial<Configured>;
  /** Whether the tool belongs to this root, and what says so. */
  readonly detect: (facts: RepositoryFacts, root: string) => Detection;
  readonly check: Action;
  readonly fix?: Action;
  /** With the repairs, too, that it calls unsafe: they may change what the code does. */
  readonly unsafeFix?: Action;
  /** Never throws: a report that cannot be read is a report state. */
  readonly parse: (output: ToolOutput) => EngineReport;
  /** Names of files anywhere in the repository that change its result without being judged by it. */
  readonly configNames: readonly string[];
  /** Where files that many tools share speak of it: tables under [tool] of pyproject.toml, keys of package.json. */
  readonly sections: readonly string[];
  /** Matches the path of every file that it can judge. */
  readonly judges: RegExp;
  /**
   * What decides its result besides its configuration: the files of its scope, or any of the repository. anything: it
   * cannot be known, so no result is kept.
   */
  readonly reads: 'scope' | 'repository' | 'anything';
  /**
   * For one that reads the repository: matches the only files that it reads under this plan, beside its configurations and what
   * these name. Absent, or undefined: it may read any.
   */
  readonly readsKinds?: (plan: EnginePlan) => RegExp | undefined;
  /**
   * Whether under this plan the tool is quicker by what it kept of the last run, and finds the same: its files then go to the
   * folder that its `spec` is given. Absent: it never is.
   */
  readonly keepsState?: (plan: EnginePlan) => boolean;
  /** What it does about changed files alone. filter: it judges all, and what it says of others is left out. */
  readonly changed: 'paths' | 'filter' | 'everything';
  /** What the project's own configuration says that decides how the tool is started: this file, or the one it finds. */
  readonly native?: (
    facts: RepositoryFacts,
    place: {
      readonly root: string;
      readonly config: string | null;
      /** Engines that are planned before it. */
      readonly running?: ReadonlySet<string>;
    },
  ) => NonNullable<EnginePlan['native']>;
  /** What other engines judge it leaves to them, so it is planned after them. */
  readonly plannedLast?: true;
  /** Which of its findings make it end as failed; absent: all of them. */
  readonly fails?: {
    /** The least severity that does so. */
    readonly from: Severity;
    /** Arguments with which all of them do. */
    readonly strictBy: RegExp;
  };
  /** How commands of the project that start it are read: it is started in their way. */
  readonly startedBy?: CommandShape;
  /** Names of its program in commands, beside its id. */
  readonly alsoCalled?: readonly string[];
  /**
   * What it is told to leave out. ignored: what git ignores, where no setting chose a scope. inner: the folders below in which
   * it runs by itself. excluded: only what `scope.exclude` names, as the others do too. Absent: nothing, for what it says of
   * those is left out afterwards.
   */
  readonly leavesOut?: 'ignored' | 'inner' | 'excluded';
  /** The tool has profiles of its own, and is told of the one that `engines.<id>.profile` names. */
  readonly takesProfile?: true;
  /**
   * An engine whose run serves this one as well where both are given the same: `spec` adds to that run what this one needs,
   * and the program is this one's.
   */
  readonly joins?: {
    readonly engine: string;
    readonly spec: (input: SpecInput, run: RunSpec) => RunSpec;
  };
  /** It runs the tests of the project, and so in the environment of the project. */
  readonly runsTests?: true;
  /** Names of the variables of the caller that say how its toolchain is set up: it sees these as well. */
  readonly inherits?: readonly string[];
  /** itself: it finds configurations in folders further down. apart: each such folder is a run of its own. */
  readonly nested: 'itself' | 'apart';
  /** Regular expressions of what silences it in a file; the vector counts these. */
  readonly suppressions: readonly string[];
  /** How it is brought to say what it is silent about; absent: it cannot be. */
  readonly unsilenced?: Unsilenced;
  /** How it tells by which settings it judges a file; absent: it does not. */
  readonly settings?: ToldSettings;
  /** How one of its runs is looked into, to see what its tests can refuse; absent: it cannot be. */
  readonly probe?: RunnerProbe;
  /** Its findings as units of repair: each finding in one of them, each file in one at most. */
  readonly tasks: (findings: readonly Finding[], limits: TaskLimits) => readonly TaskDraft[];
  /** What shows that one of these is done. */
  readonly validation: (input: RecheckInput) => ValidationSpec;
}

/** What makes a tool deaf to remarks in the files that it judges, and what shows where it judges at all. */
interface Unsilenced {
  /** Further arguments, with which it heeds no remark. */
  readonly args?: readonly string[];
  /** A file without the remarks that it heeds; each line stays where it is. */
  readonly blank?: (text: string) => string;
  /** A file with lines of ours, each of which is a finding wherever the tool judges the code around it. */
  readonly plant?: (text: string) => PlantedText;
}

/** The settings that a tool has in force for a file, from wherever it has them. */
export interface ToldSettings {
  /** What follows the program; the file is given as the tool sees it from its folder. */
  readonly args: (plan: EnginePlan, file: string) => readonly string[];
  /** Each setting that decides what is found, by its name; undefined: it told none. */
  readonly read: (stdout: string) => ReadonlyMap<string, string> | undefined;
}

/** Programs of ours that a test runner loads beside what the project has it load. */
export interface RunnerProbe {
  /** Where they lie, absolute, by the names under which they are put into a folder of the run. */
  readonly files: Readonly<Record<string, string>>;
  /** The forms that its canaries can have: the first part of a run's canaries must fail, one of each. */
  readonly canaries: readonly string[];
  /** A run that loads them from this folder, absolute; beside them lies `request.json`. */
  readonly spec: (run: RunSpec, folder: string, plan: EnginePlan) => RunSpec;
  /** A program of ours that calls tests without their runner; absent: there is none. */
  readonly outside?: {
    /** Where it lies, absolute. */
    readonly file: string;
    /** How it is started, where the runner is started so; undefined: it cannot be. */
    readonly start: (
      program: readonly string[],
      file: string,
    ) => readonly [string, ...string[]] | undefined;
  };
}

type Configured = Omit<Engine, 'id' | 'options' | 'configured'>;

interface Action {
  readonly catalog: ExitCatalog;
  readonly spec: (input: SpecInput) => RunSpec;
}

export interface SpecInput {
  readonly plan: EnginePlan;
  /** An empty folder of this run, absolute: reports and caches go there. */
  readonly scratch: string;
  /** A folder of what the tool kept of earlier runs, or an empty one; absent: it goes to scratch, and nothing is kept. */
  readonly kept?: string | undefined;
  /** The interpreter whose packages the code of the root sees, absolute, where one is known. */
  readonly python?: string;
  /** Of the tool, where it is known: older ones are started in their own way. */
  readonly version?: string | null | undefined;
}

export interface RunSpec {
  /** What follows the program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Report files that the tool writes, by the name under which `parse` finds them. */
  readonly reports: Readonly<Record<string, string>>;
  /** What the program is started with afterwards, to write a report of what it did; how that ends says nothing. */
  readonly afterwards?: readonly (readonly string[])[];
  /** For a tool that cannot be kept from writing beside what it reads: the names of those files, of which it gets copies. */
  readonly copies?: RegExp;
}

export interface ToolOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly reports: ReadonlyMap<string, string>;
  /** Of the tool, where it is known. */
  readonly version?: string | null | undefined;
  /** Its exit code, where it exited by itself. */
  readonly exit?: number;
  /** Folder in which the tool ran, absolute. */
  readonly cwd: string;
}

export interface EngineReport {
  readonly facts: ReportFacts;
  readonly findings: readonly RawFinding[];
  /** Every test it collected, by the name that its findings give it too. */
  readonly tests?: readonly CollectedTest[];
  readonly coverage?: readonly FileCoverage[];
  /** What it measured; such a run is never kept, for nobody knows what it read. */
  readonly numbers?: readonly MeasuredNumber[];
}

export interface FileCoverage {
  /** As in a finding. */
  readonly path: string;
  readonly covered: number;
  readonly total: number;
  /** Lines that are not reached, counted from 1. */
  readonly uncovered: readonly number[];
}

/** A finding as the report has it, before it belongs to a run. */
export interface RawFinding {
  readonly kind: string;
  readonly severity: Severity;
  readonly rule: string | null;
  readonly message: string;
  /** Absolute, or relative to the folder in which the tool ran. */
  readonly path: string | null;
  /** Counted from 1. */
  readonly line: number | null;
  readonly column: number | null;
  readonly testId?: string;
  /** How the test fails, so that another failure of it is another finding. */
  readonly testIdentity?: TestIdentity;
  /** All that the tool wrote about it: a traceback, what was expected and what was there, further lines. */
  readonly excerpt?: string;
  /** Whether the tool itself can repair it without changing what the code means. */
  readonly fixable?: boolean;
  /** Whether it can do so with the risk that the code means something else afterwards. */
  readonly unsafelyFixable?: boolean;
}
