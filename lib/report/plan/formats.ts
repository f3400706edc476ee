import type { Look } from '../human/look.ts';
import { redact } from '#base/redact.ts';
import { renderHumanPlan } from './human.ts';
import { renderMermaidPlan } from './mermaid.ts';
import { renderHtmlPlan } from './page.ts';
import type { PlanReport } from './plan-report.ts';

export type PlanFormat = 'human' | 'json' | 'mermaid' | 'html';

/** Every way to show a plan and how it went; none of them shows a secret. */
export const planFormats: Readonly<Record<PlanFormat, (report: PlanReport, look: Look) => string>> =
  {
    human: renderHumanPlan,
    json: (report) => `${JSON.stringify(redact(report), null, 2)}\n`,
    mermaid: (report) => renderMermaidPlan(report.plan, progressIn(report)),
    html: (report) => renderHtmlPlan(report.plan, progressIn(report)),
  };

/** Of a plan that was not begun there is nothing to draw but the plan. */
function progressIn({ outcome, progress }: PlanReport): PlanReport['progress'] | undefined {
  return outcome === 'planned' ? undefined : progress;
}
