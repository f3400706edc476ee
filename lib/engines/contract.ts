import type { EnginePlan } from '#domain/model/engine-plan.ts';
import type { Severity } from '#domain/model/finding.ts';
import type { ExitCatalog } from '#domain/outcome/exit-catalog.ts';
import type { ReportFacts } from '#domain/outcome/run-facts.ts';
import type { RepositoryFacts } from '#domain/repository/facts.ts';

/** A quality tool as data and pure functions. The step runs the process; nothing here touches the world. */
export interface Engine {
  readonly id: string;
  readonly title: string;
  /** per-file: paths restrict what is judged. whole-program: it always judges everything. */
  readonly scope: 'per-file' | 'whole-program' | 'tests';
  readonly program: Program;
  readonly versionArgs: readonly string[];
  /** The first group is the version. */
  readonly versionPattern: RegExp;
  /** Whether the tool belongs to this root, and what says so. */
  readonly detect: (facts: RepositoryFacts, root: string) => Detection;
  readonly check: Action;
  readonly fix?: Action;
  /** Never throws: a report that cannot be read is a report state. */
  readonly parse: (output: ToolOutput) => EngineReport;
  /** Names of files anywhere in the repository that change its result without being judged by it. */
  readonly configNames: readonly string[];
}

/** How the tool is found. Python tools run as modules of an explicit interpreter. */
type Program =
  | { readonly kind: 'python-module'; readonly module: string }
  | { readonly kind: 'node-bin'; readonly package: string; readonly bin: string }
  | { readonly kind: 'binary'; readonly name: string };

export type Detection =
  | { readonly kind: 'present'; readonly because: string }
  | { readonly kind: 'absent'; readonly because: string };

interface Action {
  readonly catalog: ExitCatalog;
  readonly spec: (input: SpecInput) => RunSpec;
}

export interface SpecInput {
  readonly plan: EnginePlan;
  /** An empty folder of this run, absolute: reports and caches go there. */
  readonly scratch: string;
}

export interface RunSpec {
  /** What follows the program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Report files that the tool writes, by the name under which `parse` finds them. */
  readonly reports: Readonly<Record<string, string>>;
}

export interface ToolOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly reports: ReadonlyMap<string, string>;
  /** Folder in which the tool ran, absolute. */
  readonly cwd: string;
}

export interface EngineReport {
  readonly facts: ReportFacts;
  readonly findings: readonly RawFinding[];
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
  /** Whether the tool itself can repair it without changing what the code means. */
  readonly fixable?: boolean;
}
