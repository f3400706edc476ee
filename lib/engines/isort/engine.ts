import type { ExitRule } from '#check/rules/outcome/exit-catalog.ts';
import { reportOfFormatter } from '../diagnostics.ts';
import { fileLinter, missingModule, refusal } from '../file-linter.ts';

const rules: readonly ExitRule[] = [
  refusal(1, 'isort refused its configuration or broke down; see what it says.', ['valid-empty']),
  refusal(2, 'isort refused an argument; correct it.'),
];

const probes = [missingModule('isort')];

/** isort. It judges file by file, and its findings are whole files. */
export const isort = fileLinter({
  id: 'isort',
  title: 'isort',
  loads: 'nothing',
  program: { kind: 'python-module', module: 'isort' },
  versionArgs: ['--version-number'],
  versionPattern: /^(\d+\.\d+\S*)/m,
  signs: {
    files: ['.isort.cfg'],
    tables: ['isort'],
    sections: { 'setup.cfg': /^(?:tool:)?isort$/, 'tox.ini': /^isort$/ },
    otherwise: 'no .isort.cfg, no [tool.isort] and no [isort] was found',
  },
  started: {
    tools: ['isort'],
    valued:
      /^(?:-[jslwpoatbf]|--(?:jobs|skip|extend-skip|skip-glob|sg|profile|settings-path|settings-file|sp|src|line-length|project|python-version|py))$/,
    besides:
      /^(?:-[cdqv]|--(?:check(?:-only)?|diff|df|quiet|verbose|color|atomic|recursive|rc)|-rc|-y)$/,
    checks: /^(?:-c|--check|--check-only|--diff|--df)$/,
  },
  onlyWhereChecked: true,
  configNames: ['.isort.cfg', 'pyproject.toml', 'setup.cfg', 'tox.ini', '.editorconfig'],
  sections: ['isort'],
  judges: /\.(?:pyi?|pyx|pxd)$/,
  suppressions: [String.raw`#\s*isort:\s*(?:skip|off|split|dont-)`, String.raw`\bisort:skip`],
  parse: ({ stderr }) =>
    reportOfFormatter(stderr, {
      unformatted: /^ERROR: (?<path>.+?) (?<message>Imports are incorrectly sorted.*)$/,
    }),
  config: (path) => ['--settings-file', path],
  check: { args: ['--check-only', '--filter-files'], catalog: { rules, probes } },
  fix: { args: ['--filter-files'], catalog: { isFix: true, rules, probes } },
});
