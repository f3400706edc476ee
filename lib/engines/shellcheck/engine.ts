import { readCheckstyle } from '#check/rules/outcome/checkstyle.ts';
import type { Diagnostic, DiagnosticsReading } from '#check/rules/outcome/diagnostics.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import type { RawFinding } from '../contract.ts';
import { reportOf } from '../diagnostics.ts';
import { fileLinter, refusal } from '../file-linter.ts';

const catalog: ExitCatalog = {
  rules: [
    {
      code: 2,
      report: ['valid-empty', 'valid-findings'],
      category: 'success',
      completeness: 'partial',
      why: 'shellcheck could not read every file, and judged the others.',
    },
    refusal(3, 'shellcheck refused an argument, or no script is in its scope; correct it.'),
  ],
  probes: [
    {
      id: 'config-broken',
      stream: 'stdout',
      pattern: 'ShellCheck.SC1134',
      effect: 'tool-failure',
      reason: 'CONFIG_INVALID',
      remedy: 'shellcheck could not read its configuration; correct its .shellcheckrc.',
    },
  ],
};

/** ShellCheck. It judges file by file, and takes no folders. */
export const shellcheck = fileLinter({
  id: 'shellcheck',
  title: 'ShellCheck',
  loads: 'nothing',
  program: { kind: 'binary', name: 'shellcheck', of: 'machine' },
  versionPattern: /^version: (\S+)/m,
  signs: { files: ['.shellcheckrc', 'shellcheckrc'], otherwise: 'nothing asks for shellcheck' },
  started: {
    tools: ['shellcheck'],
    valued:
      /^(?:-[ieofsSPW]|--(?:include|exclude|enable|format|shell|severity|source-path|rcfile|wiki-link-count))$/,
    besides: /^(?:-[fCW]\S*|--(?:format|color|wiki-link-count)\S*)$/,
  },
  configNames: ['.shellcheckrc', 'shellcheckrc'],
  judges: /\.(?:sh|bash|dash|ksh|bats)$/,
  reads: 'repository',
  suppressions: [String.raw`#\s*shellcheck\s+disable=`],
  listsFiles: true,
  parse: ({ stdout }) => reportOf(withoutUnread(readCheckstyle(stdout)), toFinding),
  config: (path) => ['--rcfile', path],
  check: { args: ['--format=checkstyle'], catalog },
});

/** What it says of a script that it could not read has no rule, and is no finding: its exit code tells. */
function withoutUnread(reading: DiagnosticsReading): DiagnosticsReading {
  if (reading.kind === 'broken') return reading;
  return {
    ...reading,
    diagnostics: reading.diagnostics.filter(({ rule }) => rule !== 'ShellCheck'),
  };
}

/** Where it cannot parse a script it says so in two of them, and nothing else of it. */
const broken = /^SC107[0-3]$/;

function toFinding(found: Diagnostic): RawFinding {
  const rule = found.rule?.replace('ShellCheck.', '') ?? null;
  const isBroken = rule !== null && broken.test(rule);
  const severity = isBroken ? 'blocker' : found.severity;
  return { kind: isBroken ? 'syntax_error' : 'lint', ...found, rule, severity };
}
