import type { ValidationResults } from './rules/verdict/judge-validation.ts';
import { isTestFile } from './rules/verdict/test-files.ts';
import type { Sha } from '#model/ids.ts';
import type { Task } from '#model/task.ts';
import type { CommandSpec } from '#model/validation.ts';
import { unmaskFolder } from '#check/rules/outcome/movable.ts';
import { coverageDelta } from './rules/session/coverage-delta.ts';
import { newKnownFinding, type Recognized, recognize } from './rules/session/known-finding.ts';
import { narrowRuns } from './rules/session/narrow-runs.ts';
import { isFindingOfTask } from './rules/session/own-findings.ts';
import { isReliable, type FindingsSnapshot } from './rules/session/findings-snapshot.ts';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import { leaveOutGone, moveTask } from './rules/tasks/move-task.ts';
import type { Processes } from '#check/needs/processes.ts';
import { type Collected, collectFindings } from '#check/collect-findings.ts';
import { isolateTool } from '#check/isolate-tool.ts';
import { buildToolEnvironment, inheritedNamesFor } from '#check/run-tool.ts';
import { linesSince } from './session/lines-since.ts';
import {
  recognizeRun,
  runBefore,
  type SnapshotServices,
  type SnapshotInput,
} from './session/collect-snapshot.ts';

export interface ValidationServices extends SnapshotServices {
  readonly processes: Processes;
  /** The program of a command and its arguments, as they are started here for an engine. */
  readonly commandOf: (command: CommandSpec, tool: string) => readonly [string, ...string[]];
}

export interface ValidateInput {
  readonly task: Task;
  /** Holds what the attempt made and nothing else, absolute. */
  readonly folder: string;
  /** What the folder holds. */
  readonly tree: Sha;
  /** Every path that the attempt touched and that is there. */
  readonly touched: readonly string[];
  /** Every path that it took away; absent: none. */
  readonly gone?: ReadonlySet<string>;
  readonly renames: ReadonlyMap<string, string>;
  readonly snapshot: FindingsSnapshot;
  /** What the attempt began with; it may be newer than the snapshot. */
  readonly before: Sha;
}

export interface Validated extends ValidationResults {
  /** The first exit code that is not 0; undefined: no command exited by itself. */
  readonly exitCode: number | undefined;
  /** What the engines of the task said. */
  readonly told: readonly Collected[];
}

/** Finds out by ourselves what an attempt came to, whatever its agent tells. */
export async function validateAttempt(
  deps: ValidationServices,
  session: SnapshotInput,
  asked: ValidateInput,
): Promise<Validated> {
  // Where to look is another thing than what was found before.
  const moves = judgedMoves(session, asked);
  const moved = moveTask(asked.task, moves.inSight);
  const engine = session.check.engines.get(moved.tool);
  // What judges all judges what is left without being told.
  const input = {
    ...asked,
    task: engine?.scope === 'per-file' ? leaveOutGone(moved, asked.gone) : moved,
  };
  const { task, snapshot } = asked;
  const commands = await runCommands(deps, session, input);
  const codes = commands.flatMap(({ exitCode }) => exitCode ?? []);
  const seen = await runJudges(deps, session, input);
  const fresh = seen.flatMap(({ recognized }) => recognized.filter(({ known }) => !known));
  const left = seen.flatMap(({ recognized }) =>
    recognized.filter(({ known }) => known !== undefined && isFindingOfTask(task, known)),
  );
  return {
    commands,
    exitCode: codes.find((code) => code !== 0) ?? codes[0],
    newFindings: await countNew(deps, session, { ...asked, fresh }),
    ownFindingsLeft: left.length,
    complete: !moves.isAnyLost && seen.every(({ run }) => isReliable(run)),
    wasComplete: seen.every(({ run }) => isReliable(runBefore(snapshot, run) ?? run)),
    coverageDelta: coverageDelta(task.targets.files, {
      before: snapshot.runs.filter(({ scheduled }) => scheduled.engine === task.tool),
      after: seen.map(({ run }) => run),
    }),
    tests: testStates(snapshot, seen),
    told: seen.map(({ run }) => run),
  };
}

interface Moves {
  /** From what the engine judges to what it judges. */
  readonly inSight: ReadonlyMap<string, string>;
  /** Whether a file of the task is now one that it never looks at: then nothing in it is repaired. */
  readonly isAnyLost: boolean;
}

function judgedMoves({ check }: SnapshotInput, { task, renames }: ValidateInput): Moves {
  const engine = check.engines.get(task.tool);
  const judges = (path: string): boolean =>
    engine?.judges.test(path) === true && (engine.scope !== 'tests' || isTestFile(path));
  const moves = [...renames].filter(([from]) => judges(from));
  return {
    inSight: new Map(moves.filter(([, to]) => judges(to))),
    isAnyLost: moves.some(([from, to]) => task.targets.files.includes(from) && !judges(to)),
  };
}

/** All of them, in their order. */
async function runCommands(
  { processes, scratch, commandOf }: ValidationServices,
  { check }: SnapshotInput,
  { task, folder }: ValidateInput,
): Promise<ValidationResults['commands']> {
  const results = [];
  const here = (text: string): string => unmaskFolder(text, folder);
  const inFolder = (path: string): string => check.inFolder?.(path, folder) ?? path;
  const engine = check.engines.get(task.tool);
  const plans = check.schedule.entries.filter((one) => one.engine === task.tool);
  const outputDir = await scratch.create();
  const home = await scratch.create({ shared: true });
  try {
    for (const command of task.validation.commands) {
      // All that it was to judge is gone.
      if (command.args.at(-1) === '--') {
        results.push({ exitCode: 0, timedOut: false });
        continue;
      }
      const { cwd } = command;
      const plan = (plans.find((one) => one.plan.root === cwd) ?? plans[0])?.plan;
      const variables = check.variablesOf?.(cwd, folder) ?? {};
      const [program, ...words] = commandOf(
        { ...command, args: command.args.map(here) },
        task.tool,
      );
      const start = {
        argv: [inFolder(program), ...words.map(inFolder)] as const,
        env: buildToolEnvironment(engine, variables, command.env),
      };
      const interpreter = check.pythonOf?.(cwd, task.tool);
      const python = interpreter === undefined ? undefined : inFolder(interpreter);
      const { machine } = check;
      const { exit } = await processes.run(
        {
          ...isolateTool(start, { engine, plan, python, machine, home }),
          cwd: cwd === '.' ? folder : `${folder}/${cwd}`,
          inheritEnv: inheritedNamesFor(engine, plan),
          outputDir,
          wallMs: command.timeoutMs,
          maxOutputBytes,
          graceMs: 5_000,
          net: { folders: [folder] },
          writes: [folder],
        },
        check.signal,
      );
      if (exit.kind === 'spawn-failed') throw new Error(exit.message);
      const exitCode = exit.kind === 'exited' ? exit.code : null;
      results.push({ exitCode, timedOut: exit.kind === 'timed-out' });
    }
    return results;
  } finally {
    await Promise.all([outputDir, home].map((one) => scratch.remove(one)));
  }
}

const maxOutputBytes = 64 * 1024 * 1024;

interface Seen {
  readonly run: Collected;
  readonly recognized: readonly Recognized[];
}

async function runJudges(
  deps: ValidationServices,
  session: SnapshotInput,
  input: ValidateInput,
): Promise<readonly Seen[]> {
  const { snapshot, renames } = input;
  const collected = await collectNarrowed(deps, session, input);
  return collected.map((run) => {
    const old = runBefore(snapshot, run);
    const found = run.identified();
    const paths = new Set([...input.task.targets.files, ...input.touched]);
    const whole = run.scheduled.plan.scope.join('\n') === old?.scheduled.plan.scope.join('\n');
    const inScope = (path: string): boolean => whole || paths.has(path);
    return { run, recognized: recognizeRun(deps, { run, found, old, renames, inScope }) };
  });
}

/** Nothing is kept of these runs: the content is seen once. */
async function collectNarrowed(
  deps: ValidationServices,
  session: SnapshotInput,
  { task, touched, snapshot, folder, tree }: ValidateInput,
): Promise<readonly Collected[]> {
  const { check, runId } = session;
  const all = snapshot.runs.map(({ scheduled }) => scheduled);
  const narrowed = narrowRuns({
    task,
    touched,
    runs: all,
    engineOf: (id) => check.engines.get(id),
  });
  const own = { ...deps, cache: undefined, progress: undefined, ids: { runId: () => runId } };
  const schedule = { entries: [...narrowed, ...asDerived(all)], problems: [] };
  const inFolder = { ...check, repository: folder, schedule, parallel: 1 };
  return collectFindings(own, inFolder, linesSince(deps, session, tree));
}

/** They are not run, but say where the files of inner roots belong. */
function asDerived(all: readonly Scheduled[]): readonly Scheduled[] {
  return all.map((one) => ({ ...one, how: 'derived' }));
}

/** What was there when the attempt began is none of its doing, though it came after the snapshot was taken. */
async function countNew(
  deps: ValidationServices,
  session: SnapshotInput,
  { fresh, ...input }: ValidateInput & { readonly fresh: readonly Recognized[] },
): Promise<number> {
  if (fresh.length === 0 || input.before === input.snapshot.tree) return fresh.length;
  const copy = await deps.copies.open(input.before, { hidden: [], linked: session.linked });
  try {
    const before = await collectNarrowed(deps, session, {
      ...input,
      folder: copy.path,
      tree: input.before,
    });
    const standing = { toRepair: true, fromStart: false };
    const known = before.flatMap((run) =>
      run.identified().map((one) => newKnownFinding(one, standing)),
    );
    return countUnknown(deps, { fresh, known, renames: input.renames });
  } finally {
    await copy.release();
  }
}

function countUnknown(
  { hash }: ValidationServices,
  {
    fresh,
    known,
    renames,
  }: Pick<ValidateInput, 'renames'> & {
    readonly fresh: readonly Recognized[];
    readonly known: readonly ReturnType<typeof newKnownFinding>[];
  },
): number {
  const again = recognize(
    { hash: (text) => hash.hex(text) },
    {
      found: fresh.map(({ found }) => found),
      known,
      renames,
      sourceOf: noLines,
      oldSourceOf: noLines,
      inScope: () => true,
    },
  );
  return again.filter((one) => one.known === undefined).length;
}

function noLines(): undefined {
  return undefined;
}

function testStates(snapshot: FindingsSnapshot, seen: readonly Seen[]): ValidationResults['tests'] {
  const after = seen.flatMap(({ run }) => run.tests ?? []);
  if (after.length === 0) return undefined;
  const engines = new Set(seen.map(({ run }) => run.scheduled.engine));
  const ids = new Set(after.map(({ id }) => id));
  const before = snapshot.runs
    .filter(({ scheduled }) => engines.has(scheduled.engine))
    .flatMap(({ tests }) => tests ?? []);
  return { before: before.filter(({ id }) => ids.has(id)), after };
}
