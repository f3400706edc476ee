import type { CheckReport } from '../../model/check-report.ts';
import { conclude } from '../conclusion.ts';
import { type Summary, summarize } from '../summary.ts';
import { baselineNotes, baseSentence, notes } from '../words.ts';
import { engineTable } from './engines.ts';
import { errorCards } from './errors.ts';
import { filterBar } from './filters.ts';
import { findingFiles } from './findings.ts';
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
  return [...head(title), ...body, `<script>${script}</script>`, '</body></html>', ''].join('\n');
}

function head(title: string): readonly string[] {
  const policy = `default-src 'none'; style-src '${styleHash}'; script-src '${scriptHash}'; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${html(title)} · ratchetr</title>`,
    `<style>${style}</style></head><body>`,
  ];
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

function card(label: string, count: number, kind: string): string {
  const mood = count === 0 ? '' : ` ${kind}`;
  return `<div class="card${mood}"><b>${count}</b><span>${label}</span></div>`;
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

function list(sentences: readonly string[]): string {
  if (sentences.length === 0) return '';
  return `<ul>${sentences.map((one) => `<li>${html(one)}</li>`).join('')}</ul>`;
}

function section(title: string, told: string, content: string): string {
  if (content === '') return '';
  const hint = told === '' ? '' : ` <small>${html(told)}</small>`;
  return `<section><h2>${title}${hint}</h2>${content}</section>`;
}
