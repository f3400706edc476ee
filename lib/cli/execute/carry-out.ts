import { hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openRepairHost } from '#local/repair-host.ts';
import { createTerminalAsker } from '#platform/terminal/asker.ts';
import type { Config } from '#config/schema.ts';
import type { PlanEntry } from '#repair/rules/plan/plan-entry.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { Screenshot } from '#repair/needs/browser.ts';
import type { ExecutePlanResult } from '#repair/plan/plan-execution.ts';
import type { CliContext } from '../context.ts';
import { executeInFolder } from '#repair/plan/execute-in-folder.ts';
import type { PlanPlaces } from './places.ts';

export interface PlanWork {
  readonly plan: StructuredPlan;
  readonly places: PlanPlaces;
  /** Folder of journal and snapshots, absolute: it goes on from what lies there. */
  readonly room: string;
  readonly config: Pick<Config, 'execution' | 'timeouts'>;
  readonly signal: AbortSignal;
  /** Hears each entry of the journal once it is kept. */
  readonly watch: (entry: PlanEntry) => void;
}

/** Carries out a plan on the files of a person, by all that this machine has for it. */
export async function carryOut(
  context: Pick<CliContext, 'env' | 'stderr' | 'system'>,
  { plan, places, room, config, signal, watch }: PlanWork,
): Promise<ExecutePlanResult> {
  const { stderr } = context;
  const host = openRepairHost({ ...context, output: stderr });
  const asker = createTerminalAsker({ input: process.stdin, output: stderr });
  return executeInFolder({ host, config, asker }, plan, {
    folder: places.folder,
    leaveOut: places.own,
    record: room,
    signal,
    watch,
    keepScreenshot: async (stepId, screenshot) => {
      const path = await keepScreenshot(places, stepId, screenshot);
      stderr.write(`step ${stepId}: kept ${path}\n`);
    },
  });
}

/** Gives the path as a person would open it. */
async function keepScreenshot(
  { screenshots, folder }: PlanPlaces,
  stepId: number,
  { name, png }: Screenshot,
): Promise<string> {
  const path = join(screenshots, `${stepId}-${fileName(name)}.png`);
  await mkdir(screenshots, { recursive: true });
  await writeFile(path, png);
  return relative(folder, path);
}

/** Different names stay different, whatever in them no file may be called. */
function fileName(name: string): string {
  const plain = name.slice(0, 80).replace(/[^A-Za-z0-9._-]+/g, '-');
  return plain === name ? plain : `${plain}-${hash('sha256', name).slice(0, 8)}`;
}
