import * as z from 'zod';
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
import type { ChangedFile, Trees } from './needs/trees.ts';
import type { ExecutePlanResult } from './plan/plan-execution.ts';
import { type ArtifactDeps, storeArtifact } from '#check/store-artifact.ts';

type Result = SessionSummary['result'];

export interface ApplyDeps extends ArtifactDeps {
  readonly trees: Pick<Trees, 'content' | 'files'>;
  /** Carries out a plan on the files of the person; repeated, it goes on where it stopped. */
  readonly carryOut: (plan: StructuredPlan) => Promise<ExecutePlanResult>;
  readonly whyNot: (result: ExecutePlanResult) => string;
}

export interface ResultToApply {
  readonly runId: RunId;
  readonly before: Sha;
  readonly after: Sha;
}

/** Changes the files of a person to what a session came to: all of them, or none where one was edited meanwhile. */
export async function applyResult(deps: ApplyDeps, outcome: ResultToApply): Promise<Result> {
  const plan = await planOf(deps, outcome);
  if (plan.steps.length === 0) return { kind: 'none' };
  const done = await deps.carryOut(plan);
  if (done.kind === 'succeeded') {
    const { changes, startOrder } = done;
    const body = JSON.stringify({ changes, startOrder });
    const { runId } = outcome;
    const name = await storeArtifact(deps, { runId, name: appliedName, kind: 'json', body });
    return { kind: 'applied', changes: name };
  }
  const because = deps.whyNot(done);
  if (done.kind !== 'refused') await takeBack(deps, done);
  return { kind: 'refused', because };
}

const appliedName = 'apply/changes.json';

async function planOf(
  { trees }: Pick<ApplyDeps, 'trees'>,
  { before, after }: ResultToApply,
): Promise<StructuredPlan> {
  const turns = [];
  for (const file of await trees.files(before, after)) {
    turns.push({
      path: file.path,
      before: await stateOf(trees, file.before),
      after: await stateOf(trees, file.after),
    });
  }
  return applyPlan('Put the result into the work tree', turns);
}

async function stateOf(
  trees: Pick<Trees, 'content'>,
  file: ChangedFile['before'],
): Promise<FileState> {
  const mode = fileMode.safeParse(file?.mode).data;
  // What leads to another repository is no file, and stays as it is.
  if (file === null || mode === undefined) return null;
  const content = Buffer.from(await trees.content(file.blob)).toString('base64');
  return { mode, blob: file.blob, content };
}

async function takeBack(
  { carryOut }: Pick<ApplyDeps, 'carryOut'>,
  { changes, startOrder }: Pick<Applied, 'changes' | 'startOrder'>,
): Promise<ExecutePlanResult | undefined> {
  const [first] = startOrder;
  if (first === undefined) return undefined;
  return carryOut(generateUndoPlan(changes, first, startOrder));
}

const applied = z.object({
  changes: z.array(recordedChange).readonly(),
  startOrder: z.array(z.int()).readonly(),
});
type Applied = z.infer<typeof applied>;

export interface UndoDeps extends Pick<ApplyDeps, 'carryOut' | 'whyNot'> {
  readonly artifacts: Pick<Artifacts, 'get'>;
}

export type Undone =
  | { readonly kind: 'undone'; readonly files: number }
  | { readonly kind: 'refused'; readonly because: string };

/** Takes back what was done to the files; a file that was edited since keeps that, and then all stays as it is. */
export async function undoApplied(deps: UndoDeps, changes: ArtifactKey): Promise<Undone> {
  const bytes = await deps.artifacts.get(changes);
  if (bytes === undefined)
    return { kind: 'refused', because: `${changes.name} is not there any more` };
  const read = applied.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const done = await takeBack(deps, read);
  if (done === undefined || done.kind === 'succeeded') {
    return { kind: 'undone', files: new Set(read.changes.map(({ path }) => path)).size };
  }
  const because = deps.whyNot(done);
  if (done.kind !== 'refused') await takeBack(deps, done);
  return { kind: 'refused', because };
}

/** Puts the result on a branch of its own; the work tree stays as it is. */
export async function branchResult(
  { branches }: { readonly branches: Branches },
  branch: NewBranch,
): Promise<Result> {
  const made = await branches.create(branch);
  if (made.kind === 'created') return { kind: 'branch', name: branch.name, commit: made.commit };
  const because = `There is a branch ${branch.name} by now; choose another name.`;
  return { kind: 'refused', because };
}
