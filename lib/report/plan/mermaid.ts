import { drawPlan } from '#repair/rules/plan/draw.ts';
import type { ExecutionProgress } from '#repair/rules/plan/progress.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { redactText } from '#base/redact.ts';

/** Draws a plan, and how it went, as a Mermaid flowchart that holds no secret. */
export function renderMermaidPlan(plan: StructuredPlan, progress?: ExecutionProgress): string {
  const steps = plan.steps.map((step) => ({
    ...step,
    description: redactText(step.description),
    ...(step.onlyIf !== undefined && { onlyIf: step.onlyIf.map(safeCondition) }),
  }));
  return drawPlan({ ...plan, title: redactText(plan.title), steps }, progress);
}

type Condition = NonNullable<StructuredPlan['steps'][number]['onlyIf']>[number];

function safeCondition(condition: Condition): Condition {
  const { outputContains: text } = condition;
  return text === undefined ? condition : { ...condition, outputContains: redactText(text) };
}
