import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileActions } from '#platform/files/file-actions.ts';
import { openPlanJournal } from '#platform/files/plan-journal.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { createSnapshots } from '#platform/files/snapshots.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { generateUndoPlan } from '#repair/rules/plan/undo-plan.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { PlanJournal } from '#repair/needs/plan-journal.ts';
import { executePlan } from '#repair/plan/execute-plan.ts';
import { createPlanActions, type PlanActionServices } from '#repair/plan/plan-actions.ts';
import type {
  PlanServices,
  ExecutePlanInput,
  ExecutePlanResult,
} from '#repair/plan/plan-execution.ts';

/** Mode and content of each path that git would see. */
export type Tree = Readonly<Record<string, readonly [mode: string, content: string]>>;

export const freeOfCharge: ExecutePlanInput['settings']['estimates'] = {
  create_file: 0,
  modify_file: 0,
  delete_file: 0,
  run_command: 0,
  read_file: 0,
  get_user_input: 0,
  browser_act: 0,
  use_tool: 0,
};

export interface PlanGround {
  /** What the plan changes. */
  readonly folder: string;
  /** Where its journal and snapshots lie. */
  readonly room: string;
}

export interface Extras {
  readonly actions?: Partial<PlanActionServices>;
  readonly settings?: Partial<ExecutePlanInput['settings']>;
  readonly signal?: AbortSignal;
  readonly leaveOut?: readonly string[];
  readonly clock?: PlanServices['clock'];
  /** Stands between the execution and its journal. */
  readonly watch?: (journal: PlanJournal) => PlanJournal;
  /** Name of the journal; another one is another execution. */
  readonly name?: string;
}

const processes = createProcesses({ clock: systemClock, parentEnv: process.env });
const scratch = createScratch();

/** Carries out a plan there with everything real, as a process of its own would. */
export async function execute(
  { folder, room }: PlanGround,
  plan: StructuredPlan,
  extras: Extras = {},
): Promise<ExecutePlanResult> {
  const { name = 'plan', settings, clock = systemClock, watch = (same) => same } = extras;
  const journal = await openPlanJournal(join(room, `${name}.jsonl`));
  const { signal, leaveOut } = extras;
  try {
    return await executePlan(
      {
        clock,
        journal: watch(journal),
        snapshots: createSnapshots({ clock, folder: join(room, 'kept') }),
        actions: createPlanActions({ files: fileActions, processes, scratch, ...extras.actions }),
      },
      {
        plan,
        folder,
        settings: {
          parallel: 4,
          maxRetries: 0,
          timeoutMs: 60_000,
          capUsd: 1,
          estimates: freeOfCharge,
          ...settings,
        },
        signal,
        ...(leaveOut !== undefined && { leaveOut }),
      },
    );
  } finally {
    journal.close();
  }
}

export type Ended = Exclude<ExecutePlanResult, { kind: 'refused' }>;

export function endOf(result: ExecutePlanResult): Ended {
  if (result.kind !== 'refused') return result;
  throw new Error(result.problems.map(({ sentence }) => sentence).join(' '));
}

/** Takes back everything that an execution did. */
export async function undo(ground: PlanGround, done: Ended, name = 'undo'): Promise<Ended> {
  const [first = 0] = done.startOrder;
  const plan = generateUndoPlan(done.changes, first, done.startOrder);
  return endOf(await execute(ground, plan, { name }));
}

export async function plantTree(folder: string, tree: Tree): Promise<void> {
  for (const [path, [mode, content]] of Object.entries(tree)) {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true });
    if (mode === '120000') await symlink(content, place);
    else await writeFile(place, content, { mode: mode === '100755' ? 0o755 : 0o644 });
  }
}

/** Empty folders show with a mode of their own. */
export async function treeOf(folder: string, below = ''): Promise<Tree> {
  const rows: [string, readonly [string, string]][] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const place = join(folder, path);
    if (entry.isSymbolicLink()) rows.push([path, ['120000', await readlink(place)]]);
    else if (entry.isFile()) {
      const { mode } = await lstat(place);
      const isExecutable = (mode & 0o100) !== 0;
      rows.push([path, [isExecutable ? '100755' : '100644', await readFile(place, 'latin1')]]);
    } else {
      const inside = Object.entries(await treeOf(folder, path));
      if (inside.length > 0) rows.push(...inside);
      else rows.push([path, ['040000', '']]);
    }
  }
  return Object.fromEntries(rows);
}
