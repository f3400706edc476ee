import type { ConfigFacts } from '#check/rules/configuration/changed-configuration.ts';

/** Everything that a diff is judged by, besides itself. */
export interface DiffRules {
  readonly limits: DiffLimits;
  /** What the request of this one task adds: both this and the limits must allow a path. */
  readonly request: RequestScope;
  readonly engines: readonly EngineRules[];
  readonly configuration: ConfigFacts;
  /** Names of the modules that the tools of Python can import. */
  readonly toolModules: ReadonlySet<string>;
  /** Every path before the change. */
  readonly existingPaths: readonly string[];
  /** Where each symbolic link led before the change, by its path. */
  readonly existingLinks: ReadonlyMap<string, string>;
}

/** The settings of the repository, under their names there. */
export interface DiffLimits {
  readonly allowedPaths: readonly string[];
  readonly readOnlyPaths: readonly string[];
  readonly protectedPaths: readonly string[];
  /** What may be pushed unasked though it executes elsewhere. */
  readonly executingPaths: readonly string[];
  readonly maxFilesChanged: number;
  readonly maxLinesChanged: number;
  readonly forbidDeletePaths: readonly string[];
}

export interface RequestScope {
  readonly allowedPaths: readonly string[];
  readonly readOnlyPaths: readonly string[];
  /** What the task asks for that is otherwise refused: quarantine asks for skips, suppress for suppressions. */
  readonly permits: readonly Permit[];
}

export type Permit = 'skips' | 'suppressions' | 'binary_files' | 'configuration';

export interface EngineRules {
  readonly id: string;
  readonly scope: 'per-file' | 'whole-program' | 'tests';
  readonly judges: RegExp;
  readonly suppressions: readonly string[];
  readonly configNames: readonly string[];
  /** Where files that many tools share speak of it. */
  readonly sections: readonly string[];
}
