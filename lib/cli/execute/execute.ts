import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config/schema.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { PlanReport } from '#report/plan/plan-report.ts';
import type { ExecutePlanResult } from '#repair/plan/plan-execution.ts';
import type { CliContext } from '../context.ts';
import { journalIn, snapshotsName } from '#local/repair-host.ts';
import { carryOut } from './carry-out.ts';
import { forgetDoubt } from './doubt.ts';
import { finishForgetting, forgetChanges, keepChanges, type KeptChanges } from './kept-changes.ts';
import type { PlanPlaces } from './places.ts';
import { tellProgress } from './progress.ts';

export interface AskedPlan {
  readonly plan: StructuredPlan;
  readonly places: PlanPlaces;
  readonly config: Pick<Config, 'execution' | 'timeouts'>;
}

export type Executed =
  | { readonly kind: 'over'; readonly report: PlanReport }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Carries out a plan, or what is left of it, and keeps what it changed once it has ended. */
export async function execute(context: CliContext, asked: AskedPlan): Promise<Executed> {
  const { plan, places } = asked;
  await finishUndo(places);
  if (existsSync(journalIn(places.undo))) {
    return refused('What it changed is only half taken back: run it with --undo first.');
  }
  await forgetDoubt(places);
  const { signal } = context;
  const watch = tellProgress(context, plan);
  const result = await carryOut(context, { ...asked, signal, watch, room: places.journal });
  if (result.kind === 'refused') return refusedBy(result);
  if (result.kind !== 'blocked' && result.kind !== 'stopped') await endExecution(places, result);
  return { kind: 'over', report: reportOf(plan, result) };
}

/** The changes are kept before the journal goes: whenever this is cut off, it is made up for by the next start. */
export async function endExecution(
  { journal, changes }: PlanPlaces,
  result: KeptChanges,
): Promise<void> {
  await keepChanges(changes, result);
  await emptyRoom(journal);
}

/** What was taken back is forgotten before the journal of that goes, for the next start could not tell it from half. */
export async function endUndo({ undo, changes }: PlanPlaces): Promise<void> {
  await forgetChanges(changes, () => emptyRoom(undo));
}

export async function finishUndo({ undo, changes }: PlanPlaces): Promise<void> {
  await finishForgetting(changes, () => emptyRoom(undo));
}

/** Removes what an execution kept in a folder; the folder may hold other things. */
export async function emptyRoom(room: string): Promise<void> {
  await rm(journalIn(room), { force: true });
  await rm(join(room, snapshotsName), { recursive: true, force: true });
}

export function reportOf(
  plan: StructuredPlan,
  { kind: outcome, progress, usd }: Exclude<ExecutePlanResult, { kind: 'refused' }>,
): PlanReport {
  return { schemaVersion: 1, outcome, usd, plan, progress };
}

export function refusedBy({
  problems,
}: Extract<ExecutePlanResult, { kind: 'refused' }>): Extract<Executed, { kind: 'refused' }> {
  return refused(problems.map(({ sentence }) => sentence).join(' '));
}

export function refused(sentence: string): Extract<Executed, { kind: 'refused' }> {
  return { kind: 'refused', sentence };
}
