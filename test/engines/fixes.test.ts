import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineTools } from '../support/engine-tools.ts';
import { black } from '#engines/black/engine.ts';
import { isort } from '#engines/isort/engine.ts';
import { markdownlint } from '#engines/markdownlint/engine.ts';
import { preCommit } from '#engines/pre-commit/engine.ts';
import { prettier } from '#engines/prettier/engine.ts';
import { stylelint } from '#engines/stylelint/engine.ts';
import { biome } from '#engines/biome/engine.ts';
import type { Engine } from '#engines/contract.ts';
import { eslint } from '#engines/eslint/engine.ts';
import { oxlint } from '#engines/oxlint/engine.ts';
import { engines } from '#engines/registry.ts';
import { ruffFormat } from '#engines/ruff-format/engine.ts';
import { ruff } from '#engines/ruff/engine.ts';
import { pythonModule } from './real-ends.ts';
import { type RealRun, repositoryOf, runReal } from './real-run.ts';

interface Fixer {
  readonly engine: Engine;
  readonly program: () => Promise<RealRun['program']>;
  readonly config: Readonly<Record<string, string>>;
  readonly extension: 'py' | 'js' | 'css' | 'md' | 'txt';
  /** It finds something in it and repairs all of that. */
  readonly fixable: string;
  readonly fixed: string;
  /** It finds one thing in it that it cannot repair; none: it repairs all that it finds. */
  readonly unfixable?: string;
  /** Whether its reports say of every finding if it can be repaired. */
  readonly tellsFixable?: true;
}

const modules = join(import.meta.dirname, '../../node_modules');
const nodeScript = (script: string) => async (): Promise<RealRun['program']> => [
  process.execPath,
  join(modules, script),
];

const fixers: readonly Fixer[] = [
  {
    engine: black,
    program: () => pythonModule('black'),
    config: {},
    extension: 'py',
    fixable: "x = 'a'\n",
    fixed: 'x = "a"\n',
  },
  {
    engine: isort,
    program: () => pythonModule('isort'),
    config: {},
    extension: 'py',
    fixable: 'import sys\nimport os\n',
    fixed: 'import os\nimport sys\n',
  },
  {
    engine: prettier,
    program: nodeScript('prettier/bin/prettier.cjs'),
    config: {},
    extension: 'js',
    fixable: 'f( )',
    fixed: 'f();\n',
  },
  {
    engine: stylelint,
    program: nodeScript('stylelint/bin/stylelint.mjs'),
    config: { '.stylelintrc.json': '{"rules":{"color-hex-length":"short"}}' },
    extension: 'css',
    fixable: 'a { color: #ffffff }\n',
    fixed: 'a { color: #fff }\n',
  },
  {
    engine: markdownlint,
    program: nodeScript('markdownlint-cli2/markdownlint-cli2-bin.mjs'),
    config: {},
    extension: 'md',
    fixable: '# A\n\n##B\n',
    fixed: '# A\n\n## B\n',
  },
  {
    engine: preCommit,
    program: async () => {
      const { bin } = await engineTools();
      return ['env', `PATH=${bin}:${process.env['PATH'] ?? ''}`, 'sh'];
    },
    config: {
      '.pre-commit-config.yaml':
        'repos: [{ repo: local, hooks: [{ id: tidy, name: tidy, entry: sed -i "s/ *$//", language: system, files: "[.]txt$" }] }]\n',
    },
    extension: 'txt',
    fixable: 'a  \n',
    fixed: 'a\n',
  },
  {
    engine: ruff,
    tellsFixable: true,
    program: () => pythonModule('ruff'),
    config: {},
    extension: 'py',
    fixable: 'import os\n\nx = 1\n',
    fixed: '\nx = 1\n',
    unfixable: 'print(nope)\n',
  },
  {
    engine: ruffFormat,
    tellsFixable: true,
    program: () => pythonModule('ruff'),
    config: {},
    extension: 'py',
    fixable: "x=  'a'\n",
    fixed: 'x = "a"\n',
  },
  {
    engine: eslint,
    tellsFixable: true,
    program: nodeScript('eslint/bin/eslint.js'),
    config: {
      'eslint.config.mjs':
        'export default [{ rules: { "prefer-const": "error", "no-undef": "error" } }];\n',
    },
    extension: 'js',
    fixable: 'let a = 1;\nexport { a };\n',
    fixed: 'const a = 1;\nexport { a };\n',
    unfixable: 'nope();\n',
  },
  {
    engine: biome,
    program: async () => [join(modules, '@biomejs/cli-linux-x64/biome')],
    config: { 'biome.json': '{}' },
    extension: 'js',
    fixable: 'export const a = { "b": 1 };\nlabel: for (const _ of []) {}\n',
    fixed: 'export const a = { "b": 1 };\nfor (const _ of []) {}\n',
    unfixable: 'debugger;\n',
  },
  {
    engine: oxlint,
    program: nodeScript('oxlint/bin/oxlint'),
    config: { '.oxlintrc.json': '{ "rules": { "prefer-const": "error", "no-undef": "error" } }' },
    extension: 'js',
    fixable: 'let a = 1;\nexport { a };\n',
    fixed: 'const a = 1;\nexport { a };\n',
    unfixable: 'nope();\n',
  },
];

/** What no tool can parse; of other kinds of files there is no such thing. */
const broken: Partial<Record<Fixer['extension'], string>> = {
  py: 'def (\n',
  js: 'let = = 1;\n',
  css: 'a { color: #fff ',
};
const looksAtLines = new Set([isort.id]);

/** They need a toolchain of their language; the flow of compiled projects and their real exits show them where it is. */
const ofToolchains = ['cargo-clippy', 'gofmt', 'golangci-lint', 'rustfmt'];

it('is shown by the tool itself for every engine that can fix', () => {
  const shown = [...fixers.map(({ engine }) => engine.id), ...ofToolchains];
  const fixing = engines.filter(({ fix }) => fix !== undefined).map(({ id }) => id);
  expect(shown.toSorted()).toEqual(fixing.toSorted());
});

describe.each(fixers)('a fix by $engine.title', (fixer) => {
  const { extension, fixable, fixed } = fixer;

  it('repairs what it can, after which nothing is left to find or to change', async () => {
    const { run, read } = await repository(fixer, { a: fixable });
    expect((await run('check')).judgement.findings).toBeGreaterThan(0);
    expect((await run('fix')).said).toBe('success, 0');
    expect(await read('a')).toBe(fixed);
    expect((await run('fix')).said).toBe('success, 0');
    expect(await read('a')).toBe(fixed);
    expect((await run('check')).said).toBe('success, 0');
  });

  const text = looksAtLines.has(fixer.engine.id) ? '' : (broken[extension] ?? '');
  it.runIf(text !== '')('leaves a file that it cannot parse, and repairs the others', async () => {
    const { run, read } = await repository(fixer, { a: fixable, s: text });
    const { judgement, findings } = await run('fix');
    expect(judgement.category).toBe('diagnostic');
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['syntax_error']));
    expect([await read('a'), await read('s')]).toEqual([fixed, text]);
  });
});

it.each(fixers.filter(({ unfixable }) => unfixable !== undefined))(
  'a fix by $engine.title leaves as a finding what it cannot repair',
  async (fixer) => {
    const { fixable, fixed, unfixable = '' } = fixer;
    const { run, read } = await repository(fixer, { a: fixable, b: unfixable });
    for (const action of ['fix', 'fix', 'check'] as const) {
      const { said, findings } = await run(action);
      expect(said).toBe('diagnostic, 1');
      expect(findings[0]?.path).toMatch(/(?:^|\/)b\.\w+$/);
      expect(findings[0]?.fixable ?? false).toBe(false);
    }
    expect([await read('a'), await read('b')]).toEqual([fixed, unfixable]);
  },
);

it.each(fixers.filter(({ tellsFixable }) => tellsFixable))(
  '$engine.title says of each finding whether it will repair it',
  async (fixer) => {
    const { run } = await repository(fixer, { a: fixer.fixable });
    const { findings } = await run('check');
    expect(new Set(findings.map(({ fixable }) => fixable))).toEqual(new Set([true]));
  },
);

async function repository(
  { engine, program, config, extension }: Fixer,
  sources: Readonly<Record<string, string>>,
) {
  const named = Object.entries(sources).map(([name, text]) => [`${name}.${extension}`, text]);
  const folder = await repositoryOf({ ...config, ...Object.fromEntries(named) });
  const argv = await program();
  return {
    run: async (action: 'check' | 'fix') => runReal(engine, { folder, program: argv, action }),
    read: async (name: string) => readFile(join(folder, `${name}.${extension}`), 'utf8'),
  };
}
