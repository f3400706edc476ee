import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { fileLinter, refusal } from '../file-linter.ts';
import { parseStylelintReport } from './report.ts';
import { loadedByNode } from '../loaded-code.ts';

const files = [
  ...['', '.json', '.yaml', '.yml', '.js', '.cjs', '.mjs', '.ts'].map(
    (end) => `.stylelintrc${end}`,
  ),
  ...['js', 'cjs', 'mjs', 'ts'].map((end) => `stylelint.config.${end}`),
];

const catalog: ExitCatalog = {
  rules: [
    refusal(
      1,
      'stylelint broke down, or could not load its configuration or a plugin; see what it says.',
    ),
    refusal(2, 'stylelint refused an option of a rule; correct its configuration.', [
      'valid-empty',
    ]),
    refusal(64, 'stylelint refused an argument; correct it.'),
    refusal(78, 'stylelint refused its configuration, or has none; correct it.'),
  ],
  probes: [
    {
      id: 'no-files',
      stream: 'stderr',
      pattern: '^(?:NoFilesFoundError|AllFilesIgnoredError)',
      effect: 'no-input',
      remedy: 'No style sheet is in its scope; see whether it names what it should.',
    },
  ],
};

/** Stylelint. It judges file by file. */
export const stylelint = fileLinter({
  id: 'stylelint',
  title: 'Stylelint',
  loads: loadedByNode(files, ['plugins', 'extends', 'customSyntax', 'overrides']),
  program: { kind: 'node-bin', package: 'stylelint', bin: 'stylelint' },
  versionPattern: /^(\d+\.\d+\S*)/m,
  signs: { files, dependency: 'stylelint', otherwise: 'no configuration of stylelint was found' },
  started: {
    tools: ['stylelint'],
    valued:
      /^(?:-[fo]|--(?:formatter|custom-formatter|output-file|config|config-basedir|custom-syntax|ignore-path|ignore-pattern|max-warnings|mw|cache-location|cache-strategy))$/,
    besides:
      /^(?:-[foq]|--(?:formatter|custom-formatter|output-file|cache\S*|(?:no-)?color|fix\S*|quiet|max-warnings)\S*|--mw\S*)$/,
  },
  configNames: [...files, '.stylelintignore', 'package.json'],
  sections: ['stylelint'],
  judges: /\.(?:css|scss|sass|less|pcss|postcss|sss)$/,
  reads: 'repository',
  fails: { from: 'high', strictBy: /^--(?:max-warnings|mw)(?:=.*)?$/ },
  suppressions: ['stylelint-disable'],
  unsilenced: { args: ['--ignore-disables'] },
  // It would take every file of a folder for a style sheet.
  listsFiles: true,
  parse: parseStylelintReport,
  config: (path) => ['--config', path],
  check: { args: ['--formatter=json'], catalog },
  fix: { args: ['--formatter=json', '--fix'], catalog: { ...catalog, isFix: true } },
  recheck: ['--max-warnings=0'],
});
