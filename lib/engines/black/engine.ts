import type { ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { reportOfFormatter } from '../diagnostics.ts';
import { fileLinter, missingModule, refusal } from '../file-linter.ts';

const rules: readonly ExitRule[] = [
  {
    code: 123,
    report: ['valid-findings'],
    category: 'diagnostic',
    why: 'black could not parse some files, and judged the others.',
  },
  refusal(2, 'black refused its configuration, an argument or a path; correct it.'),
];

const probes: readonly Probe[] = [
  missingModule('black'),
  {
    id: 'no-files',
    stream: 'stderr',
    pattern: '^No (?:Python files are present|paths given)',
    effect: 'no-input',
    remedy: 'No Python file that is not excluded is in its scope.',
  },
];

/** Black. It judges file by file, and its findings are whole files. */
export const black = fileLinter({
  id: 'black',
  title: 'Black',
  loads: 'nothing',
  program: { kind: 'python-module', module: 'black' },
  versionPattern: /\bblack, (?:version )?(\d\S*)/m,
  signs: { tables: ['black'], otherwise: 'no [tool.black] was found' },
  started: {
    tools: ['black'],
    valued:
      /^(?:-[ltWx]|--(?:line-length|target-version|workers|config|include|exclude|extend-exclude|force-exclude|required-version))$/,
    besides: /^(?:-[qvW]|--(?:check|diff|quiet|verbose|(?:no-)?color|workers\S*))$/,
    checks: /^--(?:check|diff)$/,
  },
  onlyWhereChecked: true,
  configNames: ['pyproject.toml'],
  sections: ['black'],
  judges: /\.(?:pyi?|ipynb)$/,
  // Of paths that it is given one by one, it leaves out none.
  changed: 'filter',
  suppressions: [String.raw`#\s*fmt:\s*(?:off|skip)`, String.raw`#\s*yapf:\s*disable`],
  parse: ({ stderr }) =>
    reportOfFormatter(stderr, {
      unformatted: /^(?<message>would reformat) (?<path>.+)$/,
      // Since version 26 the place stands behind the path.
      broken:
        /^error: (?<message>cannot (?:format|parse))(?:: | )(?<path>.+?)(?:: Cannot parse[^:]*)?: ?(?<line>\d+):(?<column>\d+)(?:: .*)?$/,
    }),
  config: (path) => ['--config', path],
  env: (scratch) => ({ BLACK_CACHE_DIR: `${scratch}/cache` }),
  check: { args: ['--check'], catalog: { rules, probes } },
  fix: { args: [], catalog: { isFix: true, rules, probes } },
});
