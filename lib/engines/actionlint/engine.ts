import * as z from 'zod';
import { positiveOrNull } from '#base/data.ts';
import type { DiagnosticsReading } from '#check/rules/outcome/diagnostics.ts';
import { readJsonReport } from '#check/rules/outcome/json-report.ts';
import { reportOf } from '../diagnostics.ts';
import { fileLinter, refusal } from '../file-linter.ts';

const configNames = ['.github/actionlint.yaml', '.github/actionlint.yml'];

/** actionlint. It judges the workflows of GitHub file by file. */
export const actionlint = fileLinter({
  id: 'actionlint',
  title: 'actionlint',
  loads: 'nothing',
  program: { kind: 'binary', name: 'actionlint', of: 'machine' },
  versionArgs: ['-version'],
  versionPattern: /^v?(\d+\.\d+\S*)/m,
  signs: { files: configNames, otherwise: 'nothing asks for actionlint' },
  started: {
    tools: ['actionlint'],
    valued: /^--?(?:config-file|format|ignore|pyflakes|shellcheck|stdin-filename)$/,
    besides: /^--?(?:(?:no-)?color|format|oneline|verbose|debug)\b/,
  },
  configNames: ['actionlint.yaml', 'actionlint.yml'],
  judges: /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/,
  reads: 'repository',
  suppressions: [],
  listsFiles: true,
  parse: ({ stdout }) =>
    reportOf(readWorkflowReport(stdout), (found) =>
      found.message.startsWith('could not parse as YAML')
        ? { kind: 'syntax_error', ...found, severity: 'blocker' }
        : { kind: 'lint', ...found },
    ),
  config: (path) => ['-config-file', path],
  check: {
    args: ['-format', '{{json .}}'],
    catalog: {
      rules: [
        refusal(2, 'actionlint refused an argument; correct it.'),
        refusal(3, 'actionlint could not read its configuration or a workflow; correct it.'),
      ],
    },
  },
});

const item = z.object({
  message: z.string(),
  filepath: z.string(),
  line: z.int(),
  column: z.int(),
  kind: z.string(),
});

function readWorkflowReport(stdout: string): DiagnosticsReading {
  const reading = readJsonReport(stdout, z.array(item));
  if (reading.kind === 'broken') return reading;
  const diagnostics = reading.data.map(({ message, filepath, line, column, kind }) => ({
    severity: 'high' as const,
    rule: kind,
    message,
    path: filepath,
    line: positiveOrNull(line),
    column: positiveOrNull(column),
  }));
  return { kind: 'read', diagnostics };
}
