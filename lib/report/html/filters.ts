import type { ReportedFinding } from '#model/check-report.ts';
import { severities } from '../words.ts';
import { html } from './text.ts';

/** Hidden until the script is there that makes it work. */
export function filterBar(findings: readonly ReportedFinding[]): string {
  const engines = [...new Set(findings.map(({ tool }) => tool))];
  return [
    '<form id="filter" hidden>',
    '<input type="search" name="text" placeholder="Search path, rule, message" aria-label="Search">',
    select('engine', engines),
    select('status', ['new', 'tolerated']),
    select('severity', severities),
    '<output name="shown" aria-live="polite"></output>',
    '</form>',
  ].join('');
}

function select(name: string, values: readonly string[]): string {
  const options = values.map((value) => `<option>${html(value)}</option>`).join('');
  return `<select name="${name}" aria-label="${name}"><option value="">any ${name}</option>${options}</select>`;
}
