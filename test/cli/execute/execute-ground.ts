import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { type PlanReport, planReport } from '#report/plan/plan-report.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { pinnedNode, type Started, startProgram } from '../start-program.ts';

const program = resolve('lib/cli/start.mjs');

/** A folder with these files and a plan, which is called `plan.json`. */
export async function plantPlan(
  files: Readonly<Record<string, string>>,
  plan: StructuredPlan,
): Promise<string> {
  const folder = await plantFiles(files);
  await writeFile(join(folder, 'plan.json'), JSON.stringify(plan));
  return folder;
}

/** The words that carry it out, without the launcher before them. */
export function wordsOf(options: readonly string[] = []): readonly string[] {
  return [pinnedNode, program, 'execute', 'plan.json', ...options];
}

/** Starts it as a process of its own. */
export function startPlan(folder: string, options: readonly string[] = []): Started {
  return startProgram(wordsOf(options), { cwd: folder });
}

/** Runs it to its end, and reads its report. */
export async function carryOut(folder: string, options: readonly string[] = []) {
  const { code, stdout, stderr } = await startPlan(folder, ['--format', 'json', ...options]).ended;
  return { code, stderr, report: planReport.parse(JSON.parse(stdout)) };
}

/** How each step stands, and how often it was tried. */
export function endsOf({ progress }: PlanReport): readonly string[] {
  return progress.steps.map(({ stepId, status, attempts }) => `${stepId} ${status} ${attempts}`);
}

export const plans = '.ratchetr/work/plans';

/** What is kept of plans beside their lock. */
export async function keptIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, plans), { recursive: true });
  return names.filter((name) => name !== 'lock').map((name) => name.replace(/^[0-9a-f]{16}/, '*'));
}
