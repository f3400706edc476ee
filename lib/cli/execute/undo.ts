import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { createSnapshots } from '#platform/files/snapshots.ts';
import { systemClock } from '#platform/system/clock.ts';
import { type FileState, isSameFile } from '#repair/rules/plan/recorded-change.ts';
import { counted } from '#base/words.ts';
import type { CliContext } from '../context.ts';
import { journalIn } from '#local/repair-host.ts';
import { carryOut } from './carry-out.ts';
import { forgetDoubt, newDoubt } from './doubt.ts';
import {
  type AskedPlan,
  endExecution,
  type Executed,
  refused,
  endUndo,
  finishUndo,
  refusedBy,
  emptyRoom,
  reportOf,
} from './execute.ts';
import { type KeptChanges, loadChanges, turnsOf, undoPlan } from './kept-changes.ts';
import type { PlanPlaces } from './places.ts';
import { tellProgress } from './progress.ts';

/** Takes back what the newest execution of a plan changed; one that is not over is given up for that. */
export async function undo(context: CliContext, asked: AskedPlan): Promise<Executed> {
  const { places } = asked;
  await finishUndo(places);
  if (existsSync(journalIn(places.journal))) {
    const doubt = await newDoubt(places);
    if (doubt !== undefined) return refused(doubt);
    const given = await giveUp(context, asked);
    if (given !== undefined) return given;
  }
  const kept = await loadChanges(places.changes);
  if (kept === undefined) return refused(nothingKept);
  const edited = await editedSince(places, kept);
  if (edited.length > 0) {
    const files = `${counted(edited.length, 'file')} changed since: ${edited.join(', ')}`;
    return refused(
      `Nothing was taken back, for that would lose what ${files}. Put that aside first.`,
    );
  }
  return takeBack(context, asked, kept);
}

const nothingKept =
  'No execution of this plan here has left any changes. If there was one, give the plan as it was then, in the folder where it was carried out.';

const never = AbortSignal.abort();

/** Told to stop before it starts, an execution makes up for what was cut off and runs nothing. */
async function giveUp(context: CliContext, asked: AskedPlan): Promise<Executed | undefined> {
  const { places } = asked;
  const work = { ...asked, signal: never, watch: () => undefined, room: places.journal };
  const result = await carryOut(context, work);
  if (result.kind === 'refused') return refusedBy(result);
  await endExecution(places, result);
  await forgetDoubt(places);
  return undefined;
}

/** Files that are neither as the plan left them nor, where this was cut off before, as they were. */
async function editedSince({ folder, undo: room }: PlanPlaces, kept: KeptChanges) {
  const snapshots = createSnapshots({ clock: systemClock, room });
  const edited: string[] = [];
  const turns = turnsOf(kept);
  // To what keeps files a folder is nothing, but no file can be put in the place of one.
  const isTaken = (path: string): boolean =>
    isFolder(join(folder, path)) && !turns.some((turn) => turn.path.startsWith(`${path}/`));
  for (const { path, before, after } of turns) {
    const now: FileState | undefined = await snapshots.stateOf(folder, path).catch(() => undefined);
    const isKnown = now !== undefined && (isSameFile(now, before) || isSameFile(now, after));
    if (!isKnown || isTaken(path)) edited.push(path);
  }
  return edited;
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function takeBack(
  context: CliContext,
  { places, config }: AskedPlan,
  kept: KeptChanges,
): Promise<Executed> {
  const plan = undoPlan(kept);
  const { execution, timeouts } = config;
  const free = { execution: { ...execution, estimates: freeOfCharge }, timeouts };
  const { signal } = context;
  const watch = tellProgress(context, plan);
  const work = { plan, places, signal, watch, room: places.undo, config: free };
  const result = await carryOut(context, work);
  if (result.kind === 'refused') return refusedBy(result);
  if (result.kind === 'succeeded') await endUndo(places);
  else if (result.kind !== 'stopped') await emptyRoom(places.undo);
  return { kind: 'over', report: reportOf(plan, result) };
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
