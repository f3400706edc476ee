import { valueIn } from '#base/data.ts';
import type { Diagnostic } from '#check/rules/outcome/diagnostics.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { readUnixLines } from '#check/rules/outcome/unix-lines.ts';
import type { RawFinding } from '../contract.ts';
import { reportOf } from '../diagnostics.ts';
import { fileLinter, missingModule, refusal } from '../file-linter.ts';
import { configsFor } from '../loaded-code.ts';

const configNames = ['.flake8', 'setup.cfg', 'tox.ini', 'pyproject.toml'];

const catalog: ExitCatalog = {
  rules: [
    refusal(1, 'flake8 refused its configuration or broke down; see what it says.', [
      'valid-empty',
    ]),
    refusal(2, 'flake8 refused an argument; correct it.'),
  ],
  probes: [
    missingModule('flake8'),
    {
      id: 'unreadable-file',
      stream: 'stdout',
      pattern: String.raw`:0:1: E902 \w+Error: `,
      effect: 'partial',
      remedy: 'A file could not be read; see that it exists and is UTF-8.',
    },
  ],
};

/** What it says of a file that it could not read is no finding; a probe of the catalog tells of it. */
const line =
  /^(?<path>.+?):(?<line>[1-9]\d*):(?<column>\d+): (?<rule>[A-Z]{1,3}\d{1,4}) (?<message>.+)$/;

/** Flake8. It judges file by file. */
export const flake8 = fileLinter({
  id: 'flake8',
  title: 'Flake8',
  loads: {
    by: 'plugins in a section flake8:local-plugins',
    named: (facts, place) =>
      configsFor(facts, place, configNames)
        .filter((path) => valueIn(facts.manifests.get(path), 'flake8:local-plugins') !== undefined)
        .map((path) => `local-plugins of ${path}`),
  },
  program: { kind: 'python-module', module: 'flake8' },
  versionPattern: /^(\d+\.\d+\S*) \(/m,
  signs: {
    files: ['.flake8'],
    tables: ['flake8'],
    sections: { 'setup.cfg': /^flake8$/, 'tox.ini': /^flake8$/ },
    otherwise: 'no .flake8 and no [flake8] in a setup.cfg or tox.ini was found',
  },
  started: {
    tools: ['flake8'],
    valued:
      /^(?:-j|--(?:jobs|format|output-file|color|config|append-config|exclude|extend-exclude|filename|stdin-display-name|ignore|extend-ignore|select|extend-select|per-file-ignores|max-(?:line|doc)-length|max-complexity|builtins|enable-extensions))$/,
    besides:
      /^(?:-[qvj]|--(?:quiet|verbose|format\S*|output-file\S*|tee|color\S*|count|statistics|(?:no-)?show-source|exit-zero|jobs\S*|benchmark))$/,
  },
  configNames,
  sections: ['flake8'],
  judges: /\.pyi?$/,
  suppressions: [String.raw`#\s*(?:flake8[:=]\s*)?[Nn][Oo][Qq][Aa]\b`],
  unsilenced: { args: ['--disable-noqa'] },
  parse: ({ stdout }) => reportOf(readUnixLines(stdout, line), toFinding),
  config: (path) => ['--config', path],
  check: { args: ['--format=default', '--no-show-source', '--color=never'], catalog },
  listsTops: true,
});

function toFinding(found: Diagnostic): RawFinding {
  const syntax = found.rule === 'E999' || found.rule === 'E902';
  return {
    kind: syntax ? 'syntax_error' : 'lint',
    ...found,
    ...(syntax && { severity: 'blocker' }),
  };
}
