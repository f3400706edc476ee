import type { Config } from '#config/schema.ts';
import type { VariablesOf } from '#check/run-tool.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { Asker } from '../needs/asker.ts';
import type { RepairHost } from '../needs/repair-host.ts';
import type { PlanEntry } from '../rules/plan/plan-entry.ts';
import type { PlanPlace } from '../session/session.ts';
import { executePlan } from './execute-plan.ts';
import { createPlanActions } from './plan-actions.ts';
import type { ExecutePlanResult } from './plan-execution.ts';

/** What executes plans: services of the machine, the settings, and who answers what a plan asks. */
export interface PlanExecutor {
  readonly host: RepairHost;
  readonly config: Pick<Config, 'execution' | 'timeouts'>;
  /** Absent: no person can be asked, and a plan that asks waits. */
  readonly asker?: Asker | undefined;
  readonly variablesOf?: VariablesOf | undefined;
}

export interface PlanInFolder extends Pick<PlanPlace, 'folder' | 'leaveOut'> {
  readonly signal?: AbortSignal | undefined;
  /** Where the execution keeps its record, absolute: it goes on from what lies there. */
  readonly record: string;
  readonly keepScreenshot?: PlanPlace['keepScreenshot'];
  /** Hears each entry of the journal once it is kept. */
  readonly watch?: (entry: PlanEntry) => void;
}

/** Executes a plan in a folder of this machine. */
export async function executeInFolder(
  { host, config, asker, variablesOf }: PlanExecutor,
  plan: StructuredPlan,
  { record: path, keepScreenshot, watch, ...place }: PlanInFolder,
): Promise<ExecutePlanResult> {
  const { clock, processes, scratch, plans } = host;
  const { parallel, maxRetries, budgetUsd: capUsd, estimates } = config.execution;
  const record = await plans.openRecord(path);
  try {
    const { files, browser } = plans;
    const actions = createPlanActions({
      processes,
      scratch,
      variablesOf,
      files,
      browser,
      ...(asker && { asker }),
      ...(keepScreenshot && { keepScreenshot }),
    });
    const { journal, snapshots } = record;
    const append = (entry: PlanEntry): void => {
      journal.append(entry);
      watch?.(entry);
    };
    const timeoutMs = config.timeouts.step;
    const settings = { parallel, maxRetries, estimates, timeoutMs, capUsd };
    const deps = { clock, actions, snapshots, journal: { ...journal, append } };
    return await executePlan(deps, { plan, ...place, settings });
  } finally {
    record.close();
  }
}

/** Why a plan did not succeed, in one sentence. */
export function explainPlanEnd(result: ExecutePlanResult): string {
  if (result.kind === 'refused') return result.problems.map(({ sentence }) => sentence).join(' ');
  const told = result.progress.steps.find(
    ({ status }) => status === 'failed' || status === 'rolled_back' || status === 'blocked',
  );
  return told?.reason ?? `The plan ended as ${result.kind}.`;
}
