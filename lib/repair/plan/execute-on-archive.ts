import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { PlanArchive } from '../needs/plan-archive.ts';
import type { RepairHost } from '../needs/repair-host.ts';
import type { KeptChanges } from '../rules/plan/kept-changes.ts';
import {
  executeInFolder,
  type PlanExecutor,
  type PlanInFolder,
  explainPlanEnd,
} from './execute-in-folder.ts';
import type { ExecutePlanResult } from './plan-execution.ts';

/** A plan for the files of a person, with what is kept of its executions. */
export interface KeptPlan extends Omit<PlanExecutor, 'host'> {
  readonly host: PlanExecutor['host'] & Pick<RepairHost, 'hash' | 'tell'>;
  readonly plan: StructuredPlan;
  readonly archive: PlanArchive;
  readonly signal: AbortSignal;
  /** Who hears each entry of the journal of a plan, once it is kept. */
  readonly watchOf: (plan: StructuredPlan) => NonNullable<PlanInFolder['watch']>;
}

export interface ExecutedPlan {
  readonly plan: StructuredPlan;
  readonly result: Exclude<ExecutePlanResult, { kind: 'refused' }>;
}

/** Executes a plan, or what is left of it, and keeps what it changed once it has ended. */
export async function executeKept(kept: KeptPlan): Promise<Outcome<ExecutedPlan>> {
  const { plan, archive, signal, watchOf } = kept;
  await finishUndo(archive);
  if (archive.undo.isBegun()) {
    return refuse(
      'half-undone',
      'What it changed is only half taken back: run it with --undo first.',
    );
  }
  await archive.doubt.remove();
  const record = archive.execution.path;
  const done = await executeOnArchive(kept, plan, { record, signal, watch: watchOf(plan) });
  if (done.kind === 'refused') return done;
  const { result } = done.value;
  if (result.kind !== 'blocked' && result.kind !== 'stopped') await endExecution(archive, result);
  return done;
}

/** Executes a plan on the files of the person; a refusal says all that is wrong with it. */
export async function executeOnArchive(
  { host, config, asker, archive }: KeptPlan,
  plan: StructuredPlan,
  work: Pick<PlanInFolder, 'record' | 'signal' | 'watch'>,
): Promise<Outcome<ExecutedPlan, 'plan-refused'>> {
  const result = await executeInFolder({ host, config, asker }, plan, {
    ...work,
    folder: archive.folder,
    leaveOut: archive.own,
    keepScreenshot: async (stepId, screenshot) => {
      host.tell(`step ${stepId}: kept ${await archive.keepScreenshot(stepId, screenshot)}`);
    },
  });
  if (result.kind === 'refused') return refuse('plan-refused', explainPlanEnd(result));
  return ok({ plan, result });
}

/** The changes are kept before the journal goes: whenever this is cut off, it is made up for by the next start. */
export async function endExecution(
  { execution, changes }: PlanArchive,
  result: KeptChanges,
): Promise<void> {
  await changes.keep(result);
  await execution.clear();
}

export async function finishUndo({ undo, changes }: PlanArchive): Promise<void> {
  await changes.finish(() => undo.clear());
}
