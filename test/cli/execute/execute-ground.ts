import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type PlanReport, planReport } from '#domain/report/plan/plan-report.ts';
import type { StructuredPlan } from '#domain/model/structured-plan.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { pinnedNode, type Started, startProgram } from '../start-program.ts';

const main = resolve(join('lib', 'cli', 'main.ts'));
export const planName = 'plan.json';

/** A folder with these files and a plan. */
export async function plantPlan(
  files: Readonly<Record<string, string>>,
  plan: StructuredPlan,
): Promise<string> {
  const folder = await plantFiles(files);
  await writeFile(join(folder, planName), JSON.stringify(plan));
  return folder;
}

/** The words that start the command; they need no launcher. */
export function wordsOf(options: readonly string[] = []): readonly string[] {
  return [pinnedNode, main, 'execute', planName, ...options];
}

/** Starts the command as a process of its own. */
export function startPlan(folder: string, options: readonly string[] = []): Started {
  return startProgram(wordsOf(options), { cwd: folder });
}

/** Runs it to its end, and reads its report. */
export async function carryOut(folder: string, options: readonly string[] = []) {
  const output = join(folder, '..', `${Math.random().toString(36).slice(2)}.json`);
  const asked = ['--format', 'json', '--output', output, ...options];
  const { code, stderr } = await startPlan(folder, asked).ended;
  const report = planReport.parse(JSON.parse(await readFile(output, 'utf8')));
  return { code, stderr, report };
}

/** How each step ended, and how often it was tried. */
export function endsOf({ progress }: PlanReport): readonly string[] {
  return progress.steps.map(({ stepId, status, attempts }) => `${stepId} ${status} ${attempts}`);
}
