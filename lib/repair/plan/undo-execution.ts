import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { counted, nameFirst } from '#base/words.ts';
import type { PlanArchive } from '../needs/plan-archive.ts';
import { type KeptChanges, turnsByPath, undoPlan } from '../rules/plan/kept-changes.ts';
import { isSameFile } from '../rules/plan/recorded-change.ts';
import { type Doubtful, doubtfulChanges } from './cut-off-changes.ts';
import {
  endExecution,
  type ExecutedPlan,
  executeOnArchive,
  finishUndo,
  type KeptPlan,
} from './execute-on-archive.ts';

/** Takes back what the newest execution of a plan changed; one that is not over is given up for that. */
export async function undoKept(kept: KeptPlan): Promise<Outcome<ExecutedPlan>> {
  const { archive } = kept;
  await finishUndo(archive);
  if (archive.execution.isBegun()) {
    const sure = await refuseDoubt(kept);
    if (sure.kind === 'refused') return sure;
    const given = await abandonExecution(kept);
    if (given.kind === 'refused') return given;
  }
  const changes = await archive.changes.newest();
  if (changes === undefined) return refuse('nothing-kept', nothingKept);
  const edited = await editedSince(archive, changes);
  if (edited.length > 0) {
    const files = `${counted(edited.length, 'file')} changed since: ${edited.join(', ')}`;
    return refuse(
      'edited-since',
      `Nothing was taken back, for that would lose what ${files}. Put that aside first.`,
    );
  }
  return undoChanges(kept, changes);
}

const nothingKept =
  'No execution of this plan here has left any changes. If there was one, give the plan as it was then, in the folder where it was carried out.';

/**
 * Whatever differs since a step was cut off would be taken back with it, even the work of a person. So that is told
 * before, and done when it is asked for again and nothing more differs.
 */
async function refuseDoubt({ host, archive }: KeptPlan): Promise<Outcome<undefined, 'in-doubt'>> {
  const { stepIds, files } = await findDoubtful(host, archive);
  const seen = Object.fromEntries(
    [...files].map(([path, state]) => [path, host.hash.hex(JSON.stringify(state))]),
  );
  const told = await archive.doubt.load();
  if (Object.entries(seen).every(([path, state]) => told[path] === state)) return ok(undefined);
  await archive.doubt.save(seen);
  const names = [...files.keys()].toSorted();
  return refuse(
    'in-doubt',
    `Nothing was taken back yet: step ${stepIds.join(', ')} was cut off, so it cannot be told whether it or a person changed ${counted(names.length, 'file')} since: ${nameFirst(names, mostNamed)}. Put aside what is to be kept, then run it with --undo again.`,
  );
}

const mostNamed = 20;

async function findDoubtful(
  { plans }: KeptPlan['host'],
  { execution, folder, own }: PlanArchive,
): Promise<Doubtful> {
  const { journal, snapshots, close } = await plans.openRecord(execution.path);
  try {
    return await doubtfulChanges({ journal, snapshots }, { folder, leaveOut: own });
  } finally {
    close();
  }
}

const never = AbortSignal.abort();

/** Told to stop before it starts, an execution makes up for what was cut off and runs nothing. */
async function abandonExecution(kept: KeptPlan): Promise<Outcome<undefined>> {
  const { archive, plan } = kept;
  const done = await executeOnArchive(kept, plan, {
    record: archive.execution.path,
    signal: never,
  });
  if (done.kind === 'refused') return done;
  await endExecution(archive, done.value.result);
  await archive.doubt.remove();
  return ok(undefined);
}

/** Files that are neither as the plan left them nor, where this was cut off before, as they were. */
async function editedSince(archive: PlanArchive, kept: KeptChanges): Promise<readonly string[]> {
  const edited: string[] = [];
  const turns = turnsByPath(kept);
  // To what keeps files a folder is nothing, but no file can be put in the place of one.
  const isTaken = (path: string): boolean =>
    archive.isFolder(path) && !turns.some((turn) => turn.path.startsWith(`${path}/`));
  for (const { path, before, after } of turns) {
    const now = await archive.stateOf(path);
    const isKnown = now !== undefined && (isSameFile(now, before) || isSameFile(now, after));
    if (!isKnown || isTaken(path)) edited.push(path);
  }
  return edited;
}

async function undoChanges(kept: KeptPlan, changes: KeptChanges): Promise<Outcome<ExecutedPlan>> {
  const { archive, config, signal, watchOf } = kept;
  const plan = undoPlan(changes);
  const free = { ...config, execution: { ...config.execution, estimates: freeOfCharge } };
  const work = { record: archive.undo.path, signal, watch: watchOf(plan) };
  const done = await executeOnArchive({ ...kept, config: free }, plan, work);
  if (done.kind === 'refused') return done;
  const { kind } = done.value.result;
  // What was taken back is forgotten before the journal of that goes, for the next start could not tell it from half.
  if (kind === 'succeeded') await archive.changes.forget(() => archive.undo.clear());
  else if (kind !== 'stopped') await archive.undo.clear();
  return done;
}

/** A budget is for what a plan does, never against taking it back. */
const freeOfCharge = {
  create_file: 0,
  modify_file: 0,
  delete_file: 0,
  run_command: 0,
  read_file: 0,
  get_user_input: 0,
  browser_act: 0,
  use_tool: 0,
};
