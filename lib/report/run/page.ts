import type { RunReport } from '#model/run-report.ts';
import { counted, dollars } from '#base/words.ts';
import { moment, span } from '#base/moment.ts';
import { suggestionHtml, suggestionsHint, suggestionsTitle } from '../suggestion-texts.ts';
import { expectationHtml, expectationsHint, expectationsTitle } from '../expectation-texts.ts';
import { proofHtml, proofTitle } from '../proof-table.ts';
import { htmlDocument } from '../html/document.ts';
import { htmlList, section, valueCard, html } from '../html/parts.ts';
import { placeWords } from '../words.ts';
import { costTable, engineTable, timeTable } from './page-tables.ts';
import { runStyle, runStyleHash } from './style.ts';
import { taskBlocks } from './task-blocks.ts';
import { timeline } from './timeline.ts';
import {
  concludeRun,
  isUntried,
  leftGroups,
  type LeftGroup,
  resultSentence,
  taskState,
  runTotals,
} from './words.ts';

/** One page that needs nothing else: no network and no script. */
export function renderHtmlRun(report: RunReport): string {
  const { word } = concludeRun(report);
  return htmlDocument({
    title: word,
    style: runStyle,
    styleHash: runStyleHash,
    body: runBody(report),
  });
}

/** The same without what is around it, for wherever else it is shown. */
export function runBody(report: RunReport): readonly string[] {
  const { mood, word } = concludeRun(report);
  const { run, summary, left } = report;
  const place = `Run ${run.id} on ${run.repoPath} at ${run.headSha.slice(0, 7)}, started ${moment(run.startedAt)} UTC.`;
  const errors = summary?.engineErrors.map(({ engine, message }) => `${engine}: ${message}`) ?? [];
  const numbers = summary?.vector.components.filter(({ result }) => result !== 'same') ?? [];
  return [
    `<header class="verdict ${mood}"><p class="brand">ratchetr ${run.kind}</p><h1>${html(word)}</h1>`,
    `<p>${html(place)}</p><p>${html(resultSentence(report))}</p></header>`,
    '<main>',
    runCards(report),
    section('Time line', '', timeline(report)),
    section('Tasks', '', taskBlocks(report)),
    section(expectationsTitle, expectationsHint, expectationHtml(summary?.expectations ?? [])),
    section(suggestionsTitle, suggestionsHint, suggestionHtml(summary?.suggestions ?? [])),
    section(proofTitle, '', proofHtml(summary?.proof ?? [])),
    section('Left', leftHint(left.length), leftHtmlList(report)),
    '<div class="pair">',
    section('Findings', '', engineTable(report)),
    section('Time', 'Attempts run side by side.', timeTable(report)),
    '</div>',
    section('Cost', '', costTable(report)),
    section(
      'Numbers',
      '',
      htmlList(numbers.map(({ result, sentence }) => `${result}: ${sentence}`)),
    ),
    section('Engines that could not be relied on', '', htmlList(errors)),
    `</main><footer><p>${html(runTotals(report))}</p><p>${counted(report.artifacts.count, 'artifact')}</p></footer>`,
  ];
}

function runCards(report: RunReport): string {
  const { run, tasks, engines, left, usd, at } = report;
  const accepted = tasks.filter((task) => taskState(task, report).mood === 'good').length;
  const fixed = engines.reduce((sum, one) => sum + (one.fixed ?? 0), 0);
  const took = span((run.finishedAt ?? at) - run.startedAt);
  return [
    '<section class="cards" aria-label="Totals">',
    valueCard('tasks accepted', `${accepted} of ${tasks.length}`, accepted > 0 ? 'good' : ''),
    valueCard('findings fixed', String(fixed), fixed > 0 ? 'good' : ''),
    valueCard('findings left', String(left.length), left.length > 0 ? 'unsure' : ''),
    valueCard('cost', dollars(usd), usd > 0 ? 'plain' : ''),
    valueCard('time', took, 'plain'),
    '</section>',
  ].join('');
}

function leftHint(count: number): string {
  return count === 0 ? '' : `${counted(count, 'finding')}, by the reason.`;
}

const mostGroups = 200;
const mostInGroup = 20;

function leftHtmlList(report: RunReport): string {
  const groups = leftGroups(report);
  if (groups.length === 0) return '';
  const more = groups.length - mostGroups;
  const rest = more > 0 ? `<li>and ${more} more reasons</li>` : '';
  return `<ul class="left">${groups.slice(0, mostGroups).map(groupItem).join('')}${rest}</ul>`;
}

function groupItem(group: LeftGroup): string {
  const { because, findings, task } = group;
  const title = task === undefined ? '' : `<b>${html(task.title)}</b>: `;
  const head = `${title}${html(because)} <small>${counted(findings.length, 'finding')}</small>`;
  if (isUntried(group)) return `<li>${head}</li>`;
  const shown = findings.slice(0, mostInGroup).map((one) => {
    const what = `${one.tool} ${one.rule}: ${one.message}`;
    return `<li><code>${html(placeWords(one))}</code> ${html(what)}</li>`;
  });
  const more = findings.length - shown.length;
  const rest = more > 0 ? `<li>and ${more} more</li>` : '';
  return `<li>${head}<ul>${shown.join('')}${rest}</ul></li>`;
}
