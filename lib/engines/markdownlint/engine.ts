import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { readUnixLines } from '#check/rules/outcome/unix-lines.ts';
import { reportOf } from '../diagnostics.ts';
import { fileLinter, refusal } from '../file-linter.ts';
import { loadedByNode } from '../loaded-code.ts';

const ends = ['.json', '.jsonc', '.yaml', '.yml', '.toml', '.cjs', '.mjs'];
const files = [
  ...ends.flatMap((end) => [`.markdownlint${end}`, `.markdownlint-cli2${end}`]),
  '.markdownlintrc',
];
const line =
  /^(?<path>.+?):(?<line>\d+)(?::(?<column>\d+))? (?:(?<severity>error|warning) )?(?<rule>[\w-]+)(?:\/[\w/-]+)? (?<message>.+)$/;

const catalog: ExitCatalog = {
  rules: [
    refusal(1, 'markdownlint refused an argument; correct it.', ['valid-empty']),
    ...[2, 3, 4].map((code) =>
      refusal(code, 'markdownlint could not read its configuration or a rule; correct it.'),
    ),
  ],
};

/** markdownlint, by either of its command lines: markdownlint-cli2, or markdownlint-cli. It judges file by file. */
export const markdownlint = fileLinter({
  id: 'markdownlint',
  title: 'markdownlint',
  loads: loadedByNode(
    files,
    ['customRules', 'markdownItPlugins', 'outputFormatters'],
    /^(?:-r|--rules)(?:=|$)/,
  ),
  program: {
    kind: 'node-bin',
    package: 'markdownlint-cli2',
    bin: 'markdownlint-cli2',
    instead: [{ package: 'markdownlint-cli', bin: 'markdownlint' }],
  },
  versionPattern: /^(?:markdownlint-cli2 v)?(\d+\.\d+\S*)/m,
  signs: { files, dependency: 'markdownlint-cli2', otherwise: 'nothing asks for markdownlint' },
  started: {
    tools: ['markdownlint-cli2', 'markdownlint'],
    valued:
      /^(?:-[cior]|--(?:config|configPointer|ignore|ignore-path|output|rules|disable|enable))$/,
    besides: /^(?:-[fjqo]|--(?:fix|json|quiet|output))$/,
  },
  configNames: [...files, '.markdownlintignore', 'package.json'],
  sections: ['markdownlint-cli2'],
  judges: /\.(?:md|markdown)$/,
  suppressions: [String.raw`markdownlint-(?:disable|configure-file)`],
  // A folder is another thing to each of the two.
  listsFiles: true,
  parse: ({ stderr }) => reportOf(readUnixLines(stderr, line)),
  config: (path) => ['--config', path],
  check: { args: [], catalog },
  fix: { args: ['--fix'], catalog: { ...catalog, isFix: true } },
});
