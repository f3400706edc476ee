import type { CheckReport } from '#model/check-report.ts';
import { conclude } from '../conclusion.ts';
import { type Summary, summarize } from '../summary.ts';
import { baselineNotes, baseSentence, notes } from '../words.ts';
import { htmlDocument } from './document.ts';
import { engineTable } from './engines.ts';
import { errorCards } from './errors.ts';
import { filterBar } from './filters.ts';
import { findingFiles } from './findings.ts';
import { card, list, section } from './parts.ts';
import { script, scriptHash } from './script.ts';
import { style, styleHash } from './style.ts';
import { html } from './text.ts';

/** One page that needs nothing else: no network, and no script to show everything. */
export function renderHtml(report: CheckReport): string {
  const summary = summarize(report);
  const { mood, title, sentence } = conclude(report, summary);
  const body = [
    `<header class="verdict ${mood}"><p class="brand">ratchetr check</p><h1>${html(title)}</h1>`,
    `<p>${html(baseSentence(report))}</p></header>`,
    '<main>',
    cards(summary),
    section('Engines that failed', 'In no total.', errorCards(summary.errors)),
    section('Left out', '', list(report.problems.map((one) => `${one.engine}: ${one.message}`))),
    vectorSection(summary),
    engineSection(report),
    findingSection(summary),
    section('Notes', '', list(notes(report.engines))),
    section('Baseline', '', list(baselineNotes(report.engines))),
    `</main><footer><p>${html(sentence)}</p><p>Ratchetr ${html(report.ratchetr)}</p></footer>`,
  ];
  const looks = { style, styleHash, script, scriptHash };
  return htmlDocument({ title, body, ...looks });
}

function cards({ fresh, fixed, tolerated, errors, worse }: Summary): string {
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
  if (engines.length === 0) return section('Not asked', '', list(reasons));
  const others = `<details class="absent"><summary>Not asked: ${reasons.length}</summary>${list(reasons)}</details>`;
  return section('Engines', '', engineTable(engines) + (reasons.length === 0 ? '' : others));
}

function findingSection({ engines, fresh, tolerated }: Summary): string {
  const findings = engines.flatMap((one) => one.findings);
  if (findings.length === 0) return '';
  const told = `${fresh.length} new, ${tolerated} tolerated.`;
  return section('Findings', told, filterBar(findings) + findingFiles(findings));
}

function vectorSection({ worse, better }: Summary): string {
  const lines = [...worse, ...better].map(
    ({ result, sentence }) => `<li class="${result}"><b>${result}</b> ${html(sentence)}</li>`,
  );
  return section(
    'Numbers',
    '',
    lines.length === 0 ? '' : `<ul class="vector">${lines.join('')}</ul>`,
  );
}
