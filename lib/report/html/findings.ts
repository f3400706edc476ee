import type { ReportedFinding } from '#model/check-report.ts';
import { shortened } from '#base/plain-text.ts';
import { ruleName } from '#check/rules/findings/rule-name.ts';
import { type FindingsOfFile, groupByFile } from '../in-files.ts';
import { html } from './parts.ts';

/** The findings file by file; files with new ones first, and in each file the new ones first. */
export function findingFiles(findings: readonly ReportedFinding[]): string {
  const files = groupByFile(findings).map((file) => ({ file, fresh: file.findings.filter(isNew) }));
  const [clean, changed] = [files.filter(noneIsNew), files.filter((one) => !noneIsNew(one))];
  return [...changed, ...clean].map(fileBlock).join('\n');
}

interface File {
  readonly file: FindingsOfFile;
  readonly fresh: readonly ReportedFinding[];
}

function isNew({ status }: ReportedFinding): boolean {
  return status === 'new';
}

function noneIsNew({ fresh }: File): boolean {
  return fresh.length === 0;
}

function fileBlock({ file: { path, findings }, fresh }: File): string {
  const rows = [...fresh, ...findings.filter((one) => !isNew(one))].map(findingRow);
  const news = fresh.length === 0 ? '' : `<span class="chip bad">${fresh.length} new</span>`;
  const name = path === null ? 'In no file' : `<code>${html(path)}</code>`;
  const count = `<span class="count">${findings.length}</span>`;
  return `<details class="file" open><summary>${name} ${news}${count}</summary><ul>${rows.join('')}</ul></details>`;
}

// No browser shows a page of megabytes well; the other formats hold the whole message.
const longestMessage = 4_000;

function findingRow(finding: ReportedFinding): string {
  const { tool, severity, status, line, column, message, testId } = finding;
  const place = [line, column].filter((part) => part !== undefined).join(':');
  const test = testId === undefined ? '' : `<small class="test">${html(testId)}</small>`;
  return [
    `<li data-engine="${html(tool)}" data-status="${status}" data-severity="${severity}">`,
    `<span class="place">${place}</span><span class="level ${severity}">${severity}</span>`,
    `<div><p>${html(shortened(message, longestMessage))}</p>${test}</div>`,
    `<span class="rule">${status === 'new' ? '<b class="chip bad">new</b> ' : ''}${html(tool)} <code>${html(ruleName(finding))}</code></span></li>`,
  ].join('');
}
