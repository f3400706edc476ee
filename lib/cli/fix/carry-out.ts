import { join } from 'node:path';
import { createBrowser } from '#platform/browser/browser.ts';
import { fileActions } from '#platform/files/file-actions.ts';
import { findProgram } from '#platform/files/find-program.ts';
import { openPlanJournal } from '#platform/files/plan-journal.ts';
import { createSnapshots } from '#platform/files/snapshots.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createTerminalAsker } from '#platform/terminal/asker.ts';
import type { Config } from '#config/schema.ts';
import type { PlanEntry } from '#repair/rules/plan/plan-entry.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { Asker } from '#repair/needs/asker.ts';
import type { Screenshot } from '#repair/needs/browser.ts';
import type { Processes } from '#check/needs/processes.ts';
import type { Scratch } from '#check/needs/scratch.ts';
import { executePlan } from '#repair/plan/execute-plan.ts';
import { createPlanActions } from '#repair/plan/plan-actions.ts';
import type { ExecutePlanResult } from '#repair/plan/plan-execution.ts';
import type { VariablesOf } from '#check/run-tool.ts';
import type { PlanPlace } from '#repair/session/session.ts';
import type { CliContext, Screen } from '../context.ts';

export interface PlanRoom {
  readonly context: Pick<CliContext, 'env'> & { readonly stderr: Screen };
  readonly processes: Processes;
  readonly scratch: Scratch;
  readonly config: Pick<Config, 'execution' | 'timeouts'>;
  readonly variablesOf?: VariablesOf | undefined;
  /** Who answers; absent: the person at this terminal. */
  readonly asker?: Asker | undefined;
}

export interface PlanWork extends Omit<PlanPlace, 'keepScreenshot' | 'signal'> {
  readonly signal?: AbortSignal | undefined;
  /** Folder of this execution, absolute: it goes on from what lies there. */
  readonly room: string;
  readonly keepScreenshot?: (stepId: number, screenshot: Screenshot) => Promise<void>;
  /** Hears each entry of the journal once it is kept. */
  readonly watch?: (entry: PlanEntry) => void;
}

/** Carries out a plan on this machine. */
export async function carryOutPlan(
  { context, processes, scratch, config, variablesOf, asker }: PlanRoom,
  plan: StructuredPlan,
  { room, keepScreenshot, watch, ...place }: PlanWork,
): Promise<ExecutePlanResult> {
  const { env, stderr } = context;
  const { parallel, maxRetries, budgetUsd, estimates } = config.execution;
  const journal = await openPlanJournal(journalIn(room));
  try {
    const actions = createPlanActions({
      processes,
      scratch,
      variablesOf,
      files: fileActions,
      asker: asker ?? createTerminalAsker({ input: process.stdin, output: stderr }),
      browser: createBrowser({ env, findProgram }),
      ...(keepScreenshot && { keepScreenshot }),
    });
    const append = (entry: PlanEntry): void => {
      journal.append(entry);
      watch?.(entry);
    };
    const snapshots = createSnapshots({ clock: systemClock, room: join(room, snapshotsName) });
    return await executePlan(
      { clock: systemClock, actions, snapshots, journal: { ...journal, append } },
      {
        plan,
        ...place,
        settings: {
          parallel,
          maxRetries,
          estimates,
          timeoutMs: config.timeouts.step,
          capUsd: budgetUsd,
        },
      },
    );
  } finally {
    journal.close();
  }
}

export const snapshotsName = 'snapshots';

export function journalIn(room: string): string {
  return join(room, 'journal.jsonl');
}

/** Why a plan did not succeed, in one sentence. */
export function whyNot(result: ExecutePlanResult): string {
  if (result.kind === 'refused') return result.problems.map(({ sentence }) => sentence).join(' ');
  const told = result.progress.steps.find(
    ({ status }) => status === 'failed' || status === 'rolled_back' || status === 'blocked',
  );
  return told?.reason ?? `The plan ended as ${result.kind}.`;
}
