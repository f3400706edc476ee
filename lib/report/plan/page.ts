import type { ExecutionProgress, StepProgress } from '#repair/rules/plan/progress.ts';
import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
import { span } from '#base/moment.ts';
import { counted, dollars } from '#base/words.ts';
import { htmlDocument } from '../html/document.ts';
import { htmlList, section, valueCard, html } from '../html/parts.ts';
import { safeText } from '../safe-text.ts';
import type { MoodWord } from '../run/words.ts';
import { style } from '../html/style.ts';
import { layoutOf } from './layout.ts';
import { stepConditions, stepFacts, moodOfStep, stepTarget } from './step-words.ts';

/** Draws a plan, and how it went if it did, as one page that needs nothing else: no network and no script. */
export function renderHtmlPlan(plan: StructuredPlan, progress?: ExecutionProgress): string {
  const went = new Map(progress?.steps.map((step) => [step.stepId, step]));
  const { batches, problems } = layoutOf(plan);
  const title = safeText(plan.title, 200);
  const { mood, word } = concludePlan(plan, [...went.values()]);
  const items = batches.map((batch, at) => batchItem(batch, { went, number: at + 1 }));
  const body = [
    `<header class="verdict ${mood}"><p class="brand">ratchetr plan</p><h1>${html(title)}</h1>`,
    `<p>${html(word)}</p></header>`,
    '<main>',
    progress === undefined ? '' : planCards([...went.values()]),
    section('Why it cannot be executed', '', htmlList(problems)),
    section(
      'Steps',
      'From top to bottom; steps side by side may run at the same time.',
      items.length === 0 ? '' : `<ol class="batches">${items.join('')}</ol>`,
    ),
    '</main>',
  ];
  return htmlDocument({ title, style: planStyle, styleHash: planStyleHash, body });
}

type Went = ReadonlyMap<number, StepProgress>;

function concludePlan({ steps }: StructuredPlan, went: readonly StepProgress[]): MoodWord {
  const of = (status: StepProgress['status']) => went.filter((one) => one.status === status).length;
  const all = counted(steps.length, 'step');
  if (went.every(({ status }) => status === 'pending')) return { mood: 'plain', word: `${all}.` };
  const bad = of('failed') + of('rolled_back');
  if (bad > 0) return { mood: 'bad', word: `${bad} of ${all} failed.` };
  if (of('blocked') > 0)
    return { mood: 'unsure', word: 'It is waiting for an answer from a person.' };
  const done = of('succeeded') + of('skipped');
  if (done < steps.length) return { mood: 'plain', word: `${done} of ${all} done.` };
  return { mood: 'good', word: `All of ${all} done.` };
}

function planCards(went: readonly StepProgress[]): string {
  const done = went.filter(({ status }) => status === 'succeeded').length;
  return [
    '<section class="cards" aria-label="Totals">',
    valueCard('steps succeeded', `${done} of ${went.length}`, done > 0 ? 'good' : ''),
    valueCard('time', tookOf(went), 'plain'),
    valueCard('cost', dollars(went.reduce((sum, { usd }) => sum + usd, 0)), 'plain'),
    '</section>',
  ].join('');
}

/** From the first start to the last end. */
function tookOf(went: readonly StepProgress[]): string {
  const starts = went.flatMap(({ startedAt }) => startedAt ?? []);
  const ends = went.flatMap(({ endedAt }) => endedAt ?? []);
  if (starts.length === 0 || ends.length === 0) return '–';
  const first = starts.reduce((a, b) => Math.min(a, b));
  return span(ends.reduce((a, b) => Math.max(a, b)) - first);
}

function batchItem(
  steps: readonly StructuredStep[],
  { went, number }: { readonly went: Went; readonly number: number },
): string {
  const boxes = steps.map((step) => stepBox(step, went.get(step.stepId)));
  return `<li><h3>Batch ${number}</h3><div class="batch">${boxes.join('')}</div></li>`;
}

function stepBox(step: StructuredStep, went: StepProgress | undefined): string {
  const { stepId, description, action } = step;
  const status = went?.status ?? 'pending';
  const mood = moodOfStep[status];
  const when = stepConditions(step).map((one) => safeText(one, 300));
  const chip =
    went === undefined ? '' : `<span class="chip ${mood}">${status.replace('_', ' ')}</span>`;
  return [
    `<article class="step ${mood} ${status}"><div class="top"><b>${stepId}</b>`,
    `<span>${action.type.replaceAll('_', ' ')}</span>${chip}</div>`,
    `<h4>${html(safeText(description, 300))}</h4><code>${html(safeText(stepTarget(step), 400))}</code>`,
    when.length === 0 ? '' : `<p class="when">${html(when.join('; '))}</p>`,
    went === undefined ? '' : wentPart(went),
    '</article>',
  ].join('');
}

function wentPart(went: StepProgress): string {
  const { reason, output = '' } = went;
  const facts = stepFacts(went).join(' · ');
  const told = output.trim() === '' ? '' : safeText(output, 4_000);
  return [
    facts === '' ? '' : `<p class="facts">${html(facts)}</p>`,
    reason === undefined ? '' : `<p>${html(safeText(reason))}</p>`,
    told === '' ? '' : `<details><summary>Output</summary><pre>${html(told)}</pre></details>`,
  ].join('');
}

/** The look of the page of a plan: that of a check, and what only a plan has. */
const planStyle = `${style}
.batch { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 14px; padding: 14px; border: 1px dashed var(--line); border-radius: 14px; }
.batches { list-style: none; margin: 0; padding: 0; }
main section > ol.batches { padding: 0; }
.batches > li + li::before { content: ''; display: block; width: 0; height: 26px; margin: 4px auto; border-left: 2px solid var(--soft); }
.batches h3 { margin: 0 0 6px; font-size: 13px; font-weight: 400; color: var(--soft); }
.step { --mood: var(--soft); background: var(--sheet); border: 1px solid var(--line); border-left: 5px solid var(--mood); border-radius: 10px; padding: 12px 14px; min-width: 0; }
.step.good { --mood: var(--good); }
.step.bad { --mood: var(--bad); }
.step.unsure { --mood: var(--unsure); }
.step.running { --mood: var(--info); }
.step.skipped { border-style: dashed; border-left-style: dashed; }
.step .top { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: baseline; color: var(--soft); font-size: 13px; }
.step .top .chip { margin-left: auto; }
.step h4 { margin: 4px 0; font-size: 15px; overflow-wrap: anywhere; }
.step code { overflow-wrap: anywhere; }
.step p { margin: 4px 0 0; overflow-wrap: anywhere; }
.step .when, .step .facts { color: var(--soft); font-size: 13px; }
.step summary { cursor: pointer; color: var(--soft); font-size: 13px; margin-top: 6px; }
@media print { .step { break-inside: avoid; } }
`;

/** What the policy of the page allows; a test says what it must be. */
const planStyleHash = 'sha256-Pap6A1isDCkyyb1HPNidTWsOn1r+i/NXPBstrDeu81I=';
