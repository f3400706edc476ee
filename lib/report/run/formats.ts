import type { RunReport } from '#model/run-report.ts';
import type { Look } from '../human/look.ts';
import { renderJson } from '../json.ts';
import { renderHumanRun } from './human.ts';
import { renderMarkdownRun } from './markdown.ts';
import { renderHtmlRun } from './page.ts';

export type RunFormat = 'human' | 'json' | 'markdown' | 'html';

/** Every way to show a run; only the one for a terminal asks how it may look. */
export const runFormats: Readonly<Record<RunFormat, (report: RunReport, look: Look) => string>> = {
  human: renderHumanRun,
  json: renderJson,
  markdown: renderMarkdownRun,
  html: renderHtmlRun,
};
