import * as z from 'zod';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import { generateUndoPlan } from './rules/plan/undo-plan.ts';
import { type FileState, recordedChange } from './rules/plan/recorded-change.ts';
import { fileMode } from '#model/changeset.ts';
import type { ArtifactKey } from '#model/artifact.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { applyPlan } from './rules/session/apply-plan.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { Branches, NewBranch } from './needs/branches.ts';
import type { RepositoryGit } from './needs/repair-host.ts';
import type { RunStores } from './needs/run-state.ts';
import { type BegunRun, parentsOf } from './begin-run.ts';
import { explainPlanEnd } from './plan/execute-in-folder.ts';
import type { SessionEnd } from './session/end-session.ts';
import type { ChangedFile, Trees } from './needs/trees.ts';
import type { ExecutePlanResult } from './plan/plan-execution.ts';
import { type ArtifactStores, storeArtifact } from '#check/store-artifact.ts';

type Result = SessionSummary['result'];

export interface RepairDelivery {
  readonly git: RepositoryGit;
  readonly stores: RunStores;
  readonly clock: TimeSource;
  /** Executes a plan on the files of the person; repeated, it goes on where it stopped. */
  readonly execute: ApplyServices['execute'];
  readonly begun: BegunRun;
}

/** Puts the result where it was asked for. Without proof that it is no worse, nothing is delivered. */
export async function deliver(
  { git, stores, clock, execute, begun }: RepairDelivery,
  { tree, summary, message: said }: SessionEnd,
): Promise<Result> {
  const { run, request } = begun;
  const { outcome } = summary;
  const isProved = outcome === 'green' || outcome === 'better';
  const isChanged = tree !== request.startTree || request.merge !== undefined;
  if (!isProved || !isChanged || said === undefined) return { kind: 'none' };
  switch (request.handOver.kind) {
    case 'patch':
      return { kind: 'patch' };
    case 'changeset':
      // What cannot be published, such as another repository inside of this one, has none.
      return { kind: summary.changeset === undefined ? 'patch' : 'changeset' };
    case 'branch': {
      const { name } = request.handOver;
      const message = `${said}\nRatchetr-Run: ${run.id}\n`;
      const parents = parentsOf(begun);
      return createResultBranch(git, { name, tree, parents, message, at: run.startedAt });
    }
    case 'apply':
      return applyResult(
        { ...stores, clock, trees: git.trees, execute },
        { runId: run.id, before: request.homeTree, after: tree },
      );
  }
}

export interface ApplyServices extends ArtifactStores {
  readonly trees: Trees;
  /** Executes a plan on the files of the person; repeated, it goes on where it stopped. */
  readonly execute: (plan: StructuredPlan) => Promise<ExecutePlanResult>;
}

export interface ResultToApply {
  readonly runId: RunId;
  readonly before: Sha;
  readonly after: Sha;
}

/** Changes the files of a person to what a session came to: all of them, or none where one was edited meanwhile. */
export async function applyResult(deps: ApplyServices, outcome: ResultToApply): Promise<Result> {
  const plan = await planToApply(deps, outcome);
  if (plan.steps.length === 0) return { kind: 'none' };
  const done = await deps.execute(plan);
  if (done.kind === 'succeeded') {
    const { changes, startOrder } = done;
    const body = JSON.stringify({ changes, startOrder });
    const { runId } = outcome;
    const name = await storeArtifact(deps, { runId, name: appliedName, kind: 'json', body });
    return { kind: 'applied', changes: name };
  }
  const because = explainPlanEnd(done);
  if (done.kind !== 'refused') await revertApplied(deps, done);
  return { kind: 'refused', because };
}

const appliedName = 'apply/changes.json';

async function planToApply(
  { trees }: ApplyServices,
  { before, after }: ResultToApply,
): Promise<StructuredPlan> {
  const turns = [];
  for (const file of await trees.files(before, after)) {
    turns.push({
      path: file.path,
      before: await readFileState(trees, file.before),
      after: await readFileState(trees, file.after),
    });
  }
  return applyPlan('Put the result into the work tree', turns);
}

async function readFileState(trees: Trees, file: ChangedFile['before']): Promise<FileState> {
  const mode = fileMode.safeParse(file?.mode).data;
  // What leads to another repository is no file, and stays as it is.
  if (file === null || mode === undefined) return null;
  const content = Buffer.from(await trees.content(file.blob)).toString('base64');
  return { mode, blob: file.blob, content };
}

async function revertApplied(
  { execute }: Pick<ApplyServices, 'execute'>,
  { changes, startOrder }: Applied,
): Promise<ExecutePlanResult | undefined> {
  const [first] = startOrder;
  if (first === undefined) return undefined;
  return execute(generateUndoPlan(changes, first, startOrder));
}

const applied = z.object({
  changes: z.array(recordedChange).readonly(),
  startOrder: z.array(z.int()).readonly(),
});
type Applied = z.infer<typeof applied>;

export interface UndoServices extends Pick<ApplyServices, 'execute'> {
  readonly artifacts: Artifacts;
}

/** Takes back what was done to the files, and says how many; a file that was edited since keeps that, and then all stays as it is. */
export async function undoApplied(
  deps: UndoServices,
  changes: ArtifactKey,
): Promise<Outcome<number>> {
  const bytes = await deps.artifacts.get(changes);
  if (bytes === undefined) return refuse('changes-gone', `${changes.name} is not there any more`);
  const read = applied.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const done = await revertApplied(deps, read);
  if (done === undefined || done.kind === 'succeeded') {
    return ok(new Set(read.changes.map(({ path }) => path)).size);
  }
  const because = explainPlanEnd(done);
  if (done.kind !== 'refused') await revertApplied(deps, done);
  return refuse('not-undone', because);
}

/** Puts the result on a branch of its own; the work tree stays as it is. */
async function createResultBranch(
  { branches }: { readonly branches: Branches },
  branch: NewBranch,
): Promise<Result> {
  const made = await branches.create(branch);
  if (made.kind === 'created') return { kind: 'branch', name: branch.name, commit: made.commit };
  const because = `There is a branch ${branch.name} by now; choose another name.`;
  return { kind: 'refused', because };
}
