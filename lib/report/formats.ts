import type { CheckReport } from '#model/check-report.ts';
import { renderHtml } from './html/page.ts';
import { renderHuman } from './human/human.ts';
import type { Look } from './human/look.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown/markdown.ts';
import { renderSarif } from './sarif/sarif.ts';

export type Format = 'human' | 'json' | 'sarif' | 'junit' | 'markdown' | 'html';

/** Every way to show a check; only the one for a terminal asks how it may look. */
export const reportFormats: Readonly<Record<Format, (report: CheckReport, look: Look) => string>> =
  {
    human: renderHuman,
    json: renderJson,
    sarif: renderSarif,
    junit: renderJunit,
    markdown: renderMarkdown,
    html: renderHtml,
  };
