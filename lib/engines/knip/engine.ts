import { findOwnWords, type OwnWords } from '#check/rules/repository/commands/own-words.ts';
import { findEvidence } from '#check/rules/repository/evidence.ts';
import { textListIn } from '#base/data.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { Engine } from '../contract.ts';
import { refusal } from '../file-linter.ts';
import { parseKnipReport } from './report.ts';

const files = [
  ...['knip.json', 'knip.jsonc'].flatMap((name) => [name, `.${name}`]),
  'knip.ts',
  'knip.js',
  'knip.config.ts',
  'knip.config.js',
];
const signs = {
  files,
  dependency: 'knip',
  otherwise: 'no knip.json and no dependency on knip was found',
};

const started: OwnWords = {
  tools: ['knip'],
  valued:
    /^(?:-[cWtD]|--(?:config|workspace|tsConfig|directory|include|exclude|tags|reporter(?:-options)?|max-issues|max-show-issues|preprocessor(?:-options)?|fix-type))$/,
  besides:
    /^(?:-[nfdu]|--(?:no-progress|reporter\S*|max-\S*|cache\S*|fix\S*|format|debug|duration|no-exit-code|watch))$/,
};

/** Knip. It judges each file by all others, and finds what nothing uses. It repairs nothing: what goes, people decide. */
export const knip: Engine = {
  id: 'knip',
  title: 'Knip',
  loads: 'everything',
  scope: 'whole-program',
  program: { kind: 'node-bin', package: 'knip', bin: 'knip' },
  versionArgs: ['--version'],
  versionPattern: /^(\d+\.\d+\S*)/m,
  detect: (facts, root) => findEvidence(facts, root, signs),
  configNames: [...files, 'package.json'],
  sections: ['knip'],
  judges: /\.[cm]?[jt]sx?$|(?:^|\/)package\.json$/,
  reads: 'repository',
  changed: 'filter',
  nested: 'itself',
  native: (facts, { root }) => ({ words: [...(findOwnWords(facts, root, started)?.words ?? [])] }),
  suppressions: [String.raw`@(?:public|internal|alias|lintignore)\b`],
  tasks: byFile,
  validation: (input) =>
    recheckAll(knip.program, input, {
      args: ['--no-progress', ...ownWords(input.plan)],
      config: (path) => ['--config', path],
    }),
  parse: parseKnipReport,
  check: {
    catalog: {
      rules: [
        refusal(1, 'knip refused an argument; correct it.', ['absent', 'empty', 'unparseable']),
        refusal(2, 'knip refused its configuration or broke down; see what it says.'),
      ],
    },
    spec: ({ plan }) => ({
      args: [
        '--reporter=json',
        '--no-progress',
        ...ownWords(plan),
        ...(plan.config.path === null ? [] : ['--config', plan.config.path]),
        ...plan.args,
      ],
      env: {},
      reports: {},
    }),
  },
};

function ownWords({ native }: EnginePlan): readonly string[] {
  return textListIn(native, 'words');
}
