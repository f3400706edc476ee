import type { EnginePlan } from '#model/engine-plan.ts';
import type { Finding } from '#model/finding.ts';
import type { CommandSpec, ValidationSpec } from '#model/validation.ts';
import { fromRoot } from '#check/rules/repository/facts.ts';
import type { Program } from '#check/rules/repository/program.ts';
import type { TaskDraft, TaskLimits } from './draft.ts';
import { hidesOthers } from './rank.ts';

export interface RecheckInput {
  readonly draft: TaskDraft;
  readonly plan: EnginePlan;
  /** What the engine finds besides and the repair may leave: tolerated, or another task's. */
  readonly others: readonly Finding[];
  readonly timeoutMs: number;
  readonly limits: TaskLimits;
  /** Whether the run that found this judged all of its scope. */
  readonly complete: boolean;
  /** Of the tool, where it is known: older ones are started in their own way. */
  readonly version?: string | null;
  /** The interpreter whose packages the code of the root sees, where one is known. */
  readonly python?: string;
}

/** A command that ends with another code than 0 while it finds something. */
interface Recheck {
  /** Its own, without paths. */
  readonly args: readonly string[];
  readonly config: (path: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly paths?: readonly string[];
}

/** For tools that judge file by file: the files of the task again, or all of the scope where it has none. */
export function recheckFiles(
  program: Program,
  input: RecheckInput,
  recheck: Omit<Recheck, 'paths'>,
): ValidationSpec {
  const command = commandOf(program, input, { ...recheck, paths: ['--', ...targetPaths(input)] });
  return validationOf(command, input.draft, othersInTargets(input));
}

/** For tools that need the whole program: all of it again. */
export function recheckAll(
  program: Program,
  input: RecheckInput,
  recheck: Recheck,
): ValidationSpec {
  const command = commandOf(program, input, recheck);
  // What a partial run did not tell cannot be told from what is new.
  if (!input.complete) return { commands: [command], successCriteria: onlyTheirOwn };
  return validationOf(command, input.draft, input.others);
}

/**
 * The validation looks into the report: in a complete run the findings of the task must be gone, and no
 * more may have come than maxNewFindings, counted beside all that was known before. The exit code tells as much
 * only where the command comes upon nothing that may stay; elsewhere it fails for findings that are not the task's.
 */
export function validationOf(
  command: CommandSpec,
  { rank }: TaskDraft,
  mayStay: readonly Finding[],
): ValidationSpec {
  const strict = { requireExitCode0: mayStay.length === 0, maxNewFindings: 0 };
  return { commands: [command], successCriteria: hidesOthers(rank) ? onlyTheirOwn : strict };
}

/** Where a repair brings to light what could not be seen before, that is no fault of it. */
const onlyTheirOwn = { requireExitCode0: false };

/** The command as the plan has it: its configuration, its arguments, its folder and its variables. */
export function commandOf(
  program: Program,
  { plan, timeoutMs }: RecheckInput,
  { args, config, env, paths = [] }: Recheck,
): CommandSpec {
  const { runner, start } = chooseRunner(program);
  const chosen = plan.config.path === null ? [] : config(plan.config.path);
  return {
    runner,
    args: [...start, ...args, ...chosen, ...plan.args, ...paths],
    env: { ...env, ...plan.env },
    cwd: plan.root,
    timeoutMs,
  };
}

function chooseRunner(program: Program): {
  readonly runner: CommandSpec['runner'];
  readonly start: readonly string[];
} {
  switch (program.kind) {
    case 'python-module':
      return { runner: 'python', start: ['-m', program.module] };
    case 'node-bin':
      return { runner: 'node', start: [program.bin] };
    case 'binary':
      return { runner: 'generic', start: [program.name] };
  }
}

/** Findings that may stay in the files of the task; without files it is about all of them. */
export function othersInTargets({ draft, others }: RecheckInput): readonly Finding[] {
  const files = new Set(draft.targets.files);
  if (files.size === 0) return others;
  return others.filter(({ filePath }) => filePath === undefined || files.has(filePath));
}

/** The files of the task as the tool sees them from its folder. */
export function targetPaths({ draft, plan }: RecheckInput): readonly string[] {
  const { files } = draft.targets;
  if (files.length === 0) return plan.scope.map(withoutDash);
  return files.map((file) => pathAsArgument(plan.root, file));
}

/** A file of the repository as a tool is given it that starts in a folder. */
export function pathAsArgument(root: string, file: string): string {
  return withoutDash(fromRoot(file, root));
}

/** Some tools take a path that begins with a dash for an option, even after `--`. */
function withoutDash(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}
