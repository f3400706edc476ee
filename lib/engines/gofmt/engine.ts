import type { ExitCatalog, ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { detectGofmt } from '#check/rules/repository/go.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, SpecInput } from '../contract.ts';
import { parseGofmtReport } from './report.ts';

const rules: readonly ExitRule[] = [
  {
    code: 2,
    report: ['valid-findings'],
    category: 'diagnostic',
    why: 'gofmt could not parse some files, and judged the others.',
  },
  {
    code: 2,
    report: ['valid-empty'],
    category: 'success',
    why: 'gofmt could not read a file that belongs to no package, and found nothing in the others.',
  },
  {
    code: 2,
    category: 'tool_failure',
    reason: 'CONFIG_INVALID',
    why: 'gofmt refused its arguments; correct them.',
  },
];
const probes: readonly Probe[] = [
  {
    id: 'unreadable-file',
    stream: 'stderr',
    pattern: '^(?:lstat|open|stat) ',
    effect: 'partial',
    remedy: 'A file could not be read; see that it exists.',
  },
];
const catalog: ExitCatalog = { report: 'always', rules, probes };

/** gofmt, the formatter of Go. It judges file by file, and its findings are whole files. */
export const gofmt: Engine = {
  id: 'gofmt',
  title: 'gofmt',
  loads: 'nothing',
  scope: 'per-file',
  program: { kind: 'binary', name: 'gofmt', of: 'machine' },
  versionArgs: [],
  versionPattern: /^go version go(\S+)/m,
  detect: detectGofmt,
  configNames: [],
  sections: [],
  judges: /\.go$/,
  reads: 'scope',
  changed: 'paths',
  nested: 'itself',
  suppressions: [],
  tasks: byFile,
  // Without a way to end otherwise it lists files and is content; with differences it is not.
  validation: (input) => recheckFiles(gofmt.program, input, { args: ['-d'], config: () => [] }),
  parse: parseGofmtReport,
  check: { catalog, spec: (input) => specOf(input, '-l') },
  fix: { catalog: { ...catalog, isFix: true }, spec: (input) => specOf(input, '-w') },
};

function specOf({ plan }: SpecInput, mode: '-l' | '-w'): ReturnType<Engine['check']['spec']> {
  return { args: [mode, ...plan.args, '--', ...plan.scope], env: {}, reports: {} };
}
