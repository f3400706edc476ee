import type { StepProgress } from '#repair/rules/plan/progress.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import { oneLine } from '#base/plain-text.ts';
import { span } from '#base/moment.ts';
import { dollars, counted } from '#base/words.ts';
import { type Look, type Paint, painter, type Style } from '../human/look.ts';
import { type Cell, tableLines } from '../human/table.ts';
import { messageLines } from '../human/wrap.ts';
import { safeText } from '../safe-text.ts';
import type { Mood } from '../run/words.ts';
import { layoutOf } from './layout.ts';
import { type PlanReport, planSentence } from './plan-report.ts';
import { stepConditions, moodOfStep, stepTarget } from './step-words.ts';

/** Tells a person how a plan went: a line for each step, and of what failed why. */
export function renderHumanPlan(report: PlanReport, look: Look): string {
  const paint = painter(look);
  const { plan, progress, outcome, usd } = report;
  const steps = layoutOf(plan).batches.flat();
  const went = new Map(progress.steps.map((step) => [step.stepId, step]));
  const told = steps.flatMap((step) => {
    const one = went.get(step.stepId);
    return one === undefined ? [] : [{ step, went: one }];
  });
  const isPlanned = outcome === 'planned';
  const lines = isPlanned ? plannedLines(told, look, paint) : wentLines(told, look, paint);
  const cost = isPlanned ? '' : ` ${dollars(usd)}.`;
  const end = paint('bold', planSentence(report)) + cost;
  return [paint('bold', safeWords(plan.title, 200)), ...lines, end, ''].join('\n');
}

interface ToldStep {
  readonly step: StructuredStep;
  readonly went: StepProgress;
}

function plannedLines(told: readonly ToldStep[], look: Look, paint: Paint): readonly string[] {
  return told.flatMap(({ step }) => {
    const action = `${step.action.type.replaceAll('_', ' ')} ${safeWords(stepTarget(step), 120)}`;
    return [
      `${String(step.stepId).padStart(3)}  ${safeWords(step.description, 200)}`,
      ...[action, ...stepConditions(step)].flatMap((text) => indentLines(text, look, paint)),
    ];
  });
}

function wentLines(told: readonly ToldStep[], look: Look, paint: Paint): readonly string[] {
  const rows = told.map(stepRow);
  const heads = ['step', 'outcome', 'time', 'cost', ''];
  const [head = '', ...lines] = tableLines({ heads, numbers: new Set([0, 2, 3]), rows }, paint);
  return [head, ...told.flatMap(({ went }, at) => [lines[at] ?? '', ...whyOf(went, look, paint)])];
}

function stepRow({ step, went }: ToldStep): readonly Cell[] {
  const { status, startedAt, endedAt, attempts, usd } = went;
  const took = startedAt === undefined || endedAt === undefined ? '–' : span(endedAt - startedAt);
  const often = attempts > 1 ? ` (${counted(attempts, 'attempt')})` : '';
  return [
    { text: String(step.stepId) },
    { text: status.replace('_', ' '), style: styles[moodOfStep[status]] },
    { text: took },
    { text: usd > 0 ? dollars(usd) : '–' },
    { text: safeWords(step.description, 200) + often },
  ];
}

const styles: Readonly<Record<Mood, Style>> = {
  good: 'green',
  bad: 'red',
  unsure: 'yellow',
  plain: 'dim',
};

/** What a failed step wrote is told with the reason; of the others it is in the other formats. */
function whyOf({ status, reason, output = '' }: StepProgress, look: Look, paint: Paint) {
  if (status === 'succeeded' || reason === undefined) return [];
  const isBad = status === 'failed' || status === 'rolled_back';
  const said = isBad && output.trim() !== '' ? lastOf(safeText(output, 4_000)) : [];
  return [...indentLines(safeText(reason), look, paint), ...said.map((line) => `       | ${line}`)];
}

const mostLines = 6;

function lastOf(output: string): readonly string[] {
  return output.trimEnd().split('\n').slice(-mostLines);
}

function indentLines(text: string, { width }: Look, paint: Paint): readonly string[] {
  return messageLines(text, width - 5).map((line) => `     ${paint('dim', line)}`);
}

function safeWords(text: string, most: number): string {
  return safeText(oneLine(text), most);
}
