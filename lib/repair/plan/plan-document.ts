import { isObject } from '#base/data.ts';
import type * as z from 'zod';
import { formatPath, type SettingPath } from '#config/paths.ts';
import { checkPlan, type StructuredPlanProblem } from '../rules/plan/check-plan.ts';
import { judgeStepPath } from '../rules/plan/step-path.ts';
import { type StructuredPlan, structuredPlan } from '#model/structured-plan.ts';

export type PlanDocument =
  | { readonly kind: 'plan'; readonly plan: StructuredPlan }
  /** Each begins with its place in the document. */
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

/** Judges what a file holds that should be a plan, and tells everything that is wrong with it. */
export function judgeDocument(value: unknown): PlanDocument {
  const { data: plan, error } = structuredPlan.safeParse(value);
  if (plan === undefined)
    return rejectDocument(
      error.issues.map((issue) => problemAt(issue.path, describePlanIssue(issue))),
    );
  const problems = [
    ...unknownFields(value, plan),
    ...checkPlan(plan).map((problem) => problemAt(locateProblem(plan, problem), problem.sentence)),
    ...plan.steps.flatMap(strayPaths),
  ];
  return problems.length === 0 ? { kind: 'plan', plan } : rejectDocument(problems);
}

function rejectDocument(problems: readonly string[]): PlanDocument {
  return { kind: 'wrong', problems };
}

function problemAt(path: readonly PropertyKey[], sentence: string): string {
  const place = formatPath(path.map((step) => (typeof step === 'number' ? step : String(step))));
  return place === '' ? sentence : `${place}: ${sentence}`;
}

function describePlanIssue({ message }: z.core.$ZodIssue): string {
  const missing = /^Invalid input: expected (.*), received undefined$/.exec(message)?.[1];
  return missing === undefined ? `${message}.` : `It is missing, where ${missing} is expected.`;
}

/** A misspelt field that is optional would otherwise be dropped without a word. */
function unknownFields(given: unknown, read: unknown, path: SettingPath = []): readonly string[] {
  if (!isObject(given) || !isObject(read)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const place = [...path, Array.isArray(given) ? Number(name) : name];
    const inside = Object.entries(read).find(([known]) => known === name);
    if (inside !== undefined) return unknownFields(value, inside[1], place);
    const isSchema = path.length === 0 && name === '$schema';
    return isSchema ? [] : [problemAt(place, 'There is no such field: correct or remove it.')];
  });
}

function locateProblem({ steps }: StructuredPlan, problem: StructuredPlanProblem): SettingPath {
  const id = problem.kind === 'cycle' ? problem.members[0] : problem.stepId;
  const isIt = ({ stepId }: StructuredPlan['steps'][number]): boolean => stepId === id;
  switch (problem.kind) {
    case 'duplicate_step':
      return ['steps', steps.findLastIndex(isIt), 'stepId'];
    case 'condition_not_before':
      return ['steps', steps.findIndex(isIt), 'onlyIf'];
    case 'unknown_dependency':
    case 'cycle':
      return ['steps', steps.findIndex(isIt), 'dependsOn'];
  }
}

/** Told before anything runs, rather than by a step that fails halfway. */
function strayPaths({ action }: StructuredPlan['steps'][number], index: number): readonly string[] {
  return [
    ...('path' in action ? strayPath(action.path, ['steps', index, 'action', 'path']) : []),
    ...('cwd' in action ? strayPath(action.cwd, ['steps', index, 'action', 'cwd']) : []),
  ];
}

function strayPath(path: string, place: SettingPath): readonly string[] {
  const judged = judgeStepPath(path);
  return judged.kind === 'ok' ? [] : [problemAt(place, judged.sentence)];
}
