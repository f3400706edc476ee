import type { ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { reportOfFormatter } from '../diagnostics.ts';
import { fileLinter, refusal } from '../file-linter.ts';
import { loadedByNode } from '../loaded-code.ts';

const names = ['', '.json', '.json5', '.yaml', '.yml', '.toml', '.js', '.cjs', '.mjs', '.ts'];
const files = [
  ...names.map((end) => `.prettierrc${end}`),
  ...['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'].map((end) => `prettier.config.${end}`),
];

const rules: readonly ExitRule[] = [
  {
    code: 2,
    report: ['valid-findings'],
    category: 'diagnostic',
    why: 'prettier could not parse some files, and judged the others.',
  },
  refusal(1, 'prettier refused an argument; correct it.', ['valid-empty']),
];

const probes: readonly Probe[] = [
  {
    id: 'config-broken',
    stream: 'stderr',
    pattern: String.raw`^\[error\] (?:Invalid configuration|Cannot find (?:package|module))`,
    effect: 'tool-failure',
    reason: 'CONFIG_INVALID',
    remedy: 'prettier could not read its configuration or load a plugin; correct what it names.',
  },
  {
    id: 'no-files',
    stream: 'stderr',
    pattern: String.raw`^\[error\] No (?:files matching|matching files|supported files)`,
    effect: 'no-input',
    remedy: 'No file that prettier formats is in its scope; see whether it names what it should.',
  },
];

/** Prettier. It judges file by file, and its findings are whole files. */
export const prettier = fileLinter({
  id: 'prettier',
  title: 'Prettier',
  loads: loadedByNode(files, ['plugins', 'overrides'], /^--plugin(?:=|$)/),
  program: { kind: 'node-bin', package: 'prettier', bin: 'prettier' },
  versionPattern: /^(\d+\.\d+\S*)/m,
  signs: { files, dependency: 'prettier', otherwise: 'nothing asks for prettier' },
  started: {
    tools: ['prettier'],
    valued: /^--(?:log-?level|cache-(?:location|strategy))$/,
    besides:
      /^(?:-[clw]|--(?:check|list-different|write|no-color|color|(?:no-)?cache\S*|log-?level\S*))$/,
    checks: /^(?:-[cl]|--check|--list-different)$/,
  },
  onlyWhereChecked: true,
  configNames: [...files, '.prettierignore', '.editorconfig', 'package.json'],
  sections: ['prettier'],
  judges:
    /\.(?:[cm]?[jt]sx?|json[5c]?|css|scss|less|html?|vue|hbs|graphql|gql|mdx?|markdown|ya?ml)$/,
  suppressions: ['prettier-ignore'],
  parse: ({ stdout, stderr }) =>
    reportOfFormatter(`${stdout}\n${stderr}`, {
      // A repair tells of each file how long it took.
      unformatted: /^(?!\[\w+\] )(?<path>(?<message>.+))(?<! \d+ms(?: \(\w+\))?)$/,
      broken:
        /^\[error\] (?<path>.+?): SyntaxError: (?<message>.+?) \((?<line>\d+):(?<column>\d+)\)$/,
    }),
  config: (path) => ['--config', path],
  check: { args: ['--list-different', '--ignore-unknown'], catalog: { rules, probes } },
  fix: {
    args: ['--write', '--ignore-unknown'],
    catalog: { isFix: true, rules, probes },
  },
});
