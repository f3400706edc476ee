import type { ReportedAttempt, ReportedTask, RunReport, ToldFinding } from '#model/run-report.ts';
import { counted, dollars } from '#base/words.ts';
import { span } from '#base/moment.ts';
import { html } from '../html/parts.ts';
import { placeWords } from '../words.ts';
import {
  evidenceWords,
  listAgents,
  attemptState,
  taskCost,
  taskState,
  listObjections,
} from './words.ts';

const mostTasks = 500;
const mostFindings = 20;
const mostFiles = 20;

/** Every task to unfold: what it was for, and what each attempt came to. */
export function taskBlocks(report: RunReport): string {
  const more = report.tasks.length - mostTasks;
  const rest = more > 0 ? `<p class="rest">and ${more} more tasks</p>` : '';
  const shown = report.tasks.slice(0, mostTasks).map((task) => taskBlock(task, report));
  return shown.join('') + rest;
}

function taskBlock(task: ReportedTask, report: RunReport): string {
  const { title, taskType, tool, attempts, statusReason, dropped } = task;
  const { mood, word } = taskState(task, report);
  const kind = `${tool}, ${taskType.replaceAll('_', ' ')}`;
  const tries = `${counted(attempts.length, 'attempt')}, ${dollars(taskCost(task))}`;
  const reason = dropped ?? statusReason;
  return [
    `<details class="task"><summary><span class="chip ${mood}">${word}</span><b>${html(title)}</b>`,
    `<small>${html(kind)}</small><small>${html(listAgents(task))}</small><span class="paid">${tries}</span></summary><div>`,
    reason === undefined ? '' : `<p>${html(reason)}</p>`,
    itemList('Files', task.files.slice(0, mostFiles).map(fileItem), task.files.length),
    itemList(
      'Findings',
      task.findings.slice(0, mostFindings).map(findingItem),
      task.findings.length,
    ),
    ...attempts.map((attempt) => attemptPart(attempt, report)),
    '</div></details>',
  ].join('');
}

function itemList(title: string, items: readonly string[], total: number): string {
  if (total === 0) return '';
  const more = total - items.length;
  const rest = more > 0 ? `<li>and ${more} more</li>` : '';
  return `<h3>${title}</h3><ul>${items.join('')}${rest}</ul>`;
}

function fileItem(path: string): string {
  return `<li><code>${html(path)}</code></li>`;
}

function findingItem(finding: ToldFinding): string {
  const { rule, message } = finding;
  return `<li><code>${html(placeWords(finding))}</code> ${html(`${rule}: ${message}`)}</li>`;
}

function attemptPart(attempt: ReportedAttempt, report: RunReport): string {
  const { attemptNo, agent, startedAt, finishedAt, diffStats, cost, stageMs } = attempt;
  const { mood, word } = attemptState(attempt, report);
  const facts = [
    ...(finishedAt === undefined ? [] : [span(finishedAt - startedAt)]),
    ...(diffStats === undefined ? [] : [describeDiff(diffStats)]),
    ...evidenceWords(attempt),
    ...(cost === undefined ? [] : [`${dollars(cost.usd)} ${cost.source}`]),
    ...Object.entries(stageMs).map(([stage, ms]) => `${stage} ${span(ms)}`),
  ];
  const reasons = listObjections(attempt).map((one) => `<li>${html(one)}</li>`);
  const against = reasons.length === 0 ? '' : `<ul>${reasons.join('')}</ul>`;
  return `<h3>Attempt ${attemptNo} <small>${html(agent)}</small> <span class="chip ${mood}">${html(word)}</span></h3><p>${html(facts.join(' · '))}</p>${against}`;
}

function describeDiff({
  filesChanged,
  insertions,
  deletions,
}: NonNullable<ReportedAttempt['diffStats']>) {
  return `${counted(filesChanged, 'file')}, +${insertions} −${deletions} lines`;
}
