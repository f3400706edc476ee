import type { CheckReport, ReportedFinding, CheckedEngine } from '#model/check-report.ts';
import type { EngineError } from '#model/engine-error.ts';
import { seconds } from '#base/words.ts';
import { concludeCheck } from '../conclusion.ts';
import { judgingSentences, judgingTitle } from '../judging.ts';
import { type Summary, summarizeCheck } from '../summary.ts';
import {
  baselineNotes,
  baseSentence,
  notes,
  severities,
  engineWords,
  howWords,
  resultWords,
} from '../words.ts';
import { commandLine } from '../command-line.ts';
import { htmlDocument } from './document.ts';
import { findingFiles } from './findings.ts';
import { card, htmlList, section, html } from './parts.ts';
import { script, scriptHash } from './script.ts';
import { style, styleHash } from './style.ts';

/** One page that needs nothing else: no network, and no script to show everything. */
export function renderHtml(report: CheckReport): string {
  const summary = summarizeCheck(report);
  const { mood, title, sentence } = concludeCheck(report, summary);
  const body = [
    `<header class="verdict ${mood}"><p class="brand">ratchetr check</p><h1>${html(title)}</h1>`,
    `<p>${html(baseSentence(report))}</p></header>`,
    '<main>',
    checkCards(summary),
    section('Engines that failed', 'In no total.', errorCards(summary.errors)),
    section(
      'Left out',
      '',
      htmlList(report.problems.map((one) => `${one.engine}: ${one.message}`)),
    ),
    vectorSection(summary),
    section(judgingTitle, '', htmlList(judgingSentences(report))),
    engineSection(report),
    findingSection(summary),
    section('Notes', '', htmlList(notes(report))),
    section('Baseline', '', htmlList(baselineNotes(report.engines))),
    `</main><footer><p>${html(sentence)}</p><p>Ratchetr ${html(report.ratchetr)}</p></footer>`,
  ];
  const looks = { style, styleHash, script, scriptHash };
  return htmlDocument({ title, body, ...looks });
}

function checkCards({ fresh, fixed, tolerated, errors, worse }: Summary): string {
  return [
    '<section class="cards" aria-label="Totals">',
    card('new', fresh.length, 'bad'),
    card('fixed', fixed, 'good'),
    card('tolerated', tolerated, 'plain'),
    card('worse numbers', worse.length, 'bad'),
    card('engine failures', errors.length, 'unsure'),
    '</section>',
  ].join('');
}

function engineSection({ engines, absent }: CheckReport): string {
  const reasons = absent.map(({ engine, because }) => `${engine}: ${because}`);
  if (engines.length === 0) return section('Not asked', '', htmlList(reasons));
  const others = `<details class="absent"><summary>Not asked: ${reasons.length}</summary>${htmlList(reasons)}</details>`;
  return section('Engines', '', engineHtmlTable(engines) + (reasons.length === 0 ? '' : others));
}

function findingSection({ engines, fresh, tolerated }: Summary): string {
  const findings = engines.flatMap((one) => one.findings);
  if (findings.length === 0) return '';
  const told = `${fresh.length} new, ${tolerated} tolerated.`;
  return section('Findings', told, filterBar(findings) + findingFiles(findings));
}

function vectorSection({ worse, better, trends }: Summary): string {
  const lines = [...worse, ...better].map(
    ({ result, sentence }) => `<li class="${result}"><b>${result}</b> ${html(sentence)}</li>`,
  );
  const changed = lines.length === 0 ? '' : `<ul class="vector">${lines.join('')}</ul>`;
  return section('Numbers', '', changed + htmlList(trends));
}

/** What happened, what was run, and the end of what it said. */
function errorCards(errors: readonly EngineError[]): string {
  return errors.map(errorCard).join('');
}

function errorCard(error: EngineError): string {
  const { engine, mode, reason, message, argv, exitCode, signal, stderrExcerpt } = error;
  const end = [
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(signal === null ? [] : [html(signal)]),
  ].join(', ');
  return [
    `<article class="failure"><h3>${html(engine)} <small>${mode}</small> <span class="chip unsure">${reason}</span></h3>`,
    `<p>${html(message)}${end === '' ? '' : ` <small>${end}</small>`}</p>`,
    argv.length === 0 ? '' : `<pre class="command">${html(commandLine(argv))}</pre>`,
    stderrExcerpt.trim() === '' ? '' : `<pre>${html(stderrExcerpt)}</pre>`,
    '</article>',
  ].join('');
}

/** Hidden until the script is there that makes it work. */
function filterBar(findings: readonly ReportedFinding[]): string {
  const engines = [...new Set(findings.map(({ tool }) => tool))];
  return [
    '<form id="filter" hidden>',
    '<input type="search" name="text" placeholder="Search path, rule, message" aria-label="Search">',
    select('engine', engines),
    select('status', ['new', 'noted', 'tolerated']),
    select('severity', severities),
    '<output name="shown" aria-live="polite"></output>',
    '</form>',
  ].join('');
}

function select(name: string, values: readonly string[]): string {
  const options = values.map((value) => `<option>${html(value)}</option>`).join('');
  return `<select name="${name}" aria-label="${name}"><option value="">any ${name}</option>${options}</select>`;
}

/** A row for each engine and mode. */
function engineHtmlTable(engines: readonly CheckedEngine[]): string {
  const longest = Math.max(1, ...engines.map(({ outcome }) => outcome.durationMs));
  const rows = engines.map((one) => engineHtmlRow(one, longest));
  return `<div class="wide"><table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

const heads = ['Engine', 'Mode', 'Result', 'New', 'Fixed', 'Tolerated', 'Time', 'How']
  .map((head) => `<th scope="col">${head}</th>`)
  .join('');

function engineHtmlRow(checked: CheckedEngine, longest: number): string {
  const { outcome, counts } = checked;
  const { durationMs, plan, error } = outcome;
  const number = (count: number, kind: string) =>
    error === null
      ? `<td class="number${count === 0 ? ' zero' : ` ${kind}`}">${count}</td>`
      : '<td class="number zero">–</td>';
  const time = `<meter min="0" max="${longest}" value="${durationMs}"></meter><span class="time">${seconds(durationMs)}</span>`;
  return [
    `<tr><th scope="row">${html(engineWords(checked))}</th><td>${plan.mode}</td>`,
    `<td><span class="chip ${moodOf(checked)}">${resultWords(checked)}</span></td>`,
    number(counts.new, 'bad'),
    number(counts.fixed, 'good'),
    number(counts.tolerated, 'plain'),
    `<td class="number">${time}</td><td>${html(howWords(checked))}</td></tr>`,
  ].join('');
}

function moodOf({ outcome, degraded, counts }: CheckedEngine): 'good' | 'bad' | 'unsure' {
  if (outcome.error !== null || outcome.category === 'unknown' || degraded) return 'unsure';
  if (outcome.completeness.kind !== 'complete') return 'unsure';
  return counts.new > 0 ? 'bad' : 'good';
}
