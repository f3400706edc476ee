import type { Files } from './repair-runs.ts';

export interface Repair {
  /** Where nothing but one file is wrong. */
  readonly before: Files;
  readonly after: Files;
  readonly scope?: readonly string[];
  /** Packages of ours that its files import. */
  readonly packages?: readonly string[];
  /** What is wrong may hide more. */
  readonly hides?: boolean;
}

const nodeFiles = { 'package.json': '{"type":"module"}' };
/** A repair of one finding of each engine, which the command that checks its task must see. */
export const repairs: Readonly<Record<string, Repair>> = {
  ruff: {
    before: { 'ruff.toml': '', 'src/a.py': 'import os\n', 'src/b.py': '' },
    after: { 'src/a.py': '' },
  },
  'ruff-format': {
    before: { 'ruff.toml': '', 'src/a.py': "x = 'a'\n", 'src/b.py': '' },
    after: { 'src/a.py': 'x = "a"\n' },
  },
  mypy: {
    before: { 'mypy.ini': '[mypy]\n', 'src/a.py': 'x: int = "a"\n', 'src/b.py': '' },
    after: { 'src/a.py': 'x: int = 1\n' },
  },
  pylint: {
    // Judged well enough by its own measure, which is no matter.
    before: { '.pylintrc': '[MAIN]\nfail-under=0\n', 'src/a.py': '"""Doc."""\nimport os\nX = 1\n' },
    after: { 'src/a.py': '"""Doc."""\nX = 1\n' },
  },
  tombi: {
    before: { 'tombi.toml': '', 'src/a.toml': 'a = 1\na = 2\n' },
    after: { 'src/a.toml': 'a = 1\n' },
    hides: true,
  },
  pytest: {
    before: {
      'pytest.ini': '[pytest]\n',
      'tests/test_a.py': 'def test_a():\n    assert 1 == 2\n',
      'tests/test_b.py': 'def test_b():\n    pass\n',
    },
    after: { 'tests/test_a.py': 'def test_a():\n    assert 1 == 1\n' },
    scope: ['.'],
  },
  eslint: {
    before: {
      ...nodeFiles,
      // A warning ends with 0 unless it is told otherwise.
      'eslint.config.js': 'export default [{ rules: { "no-unused-vars": "warn" } }];\n',
      'src/a.js': 'const unused = 1;\n',
      'src/b.js': 'export {};\n',
    },
    after: { 'src/a.js': 'export {};\n' },
  },
  oxlint: {
    before: { '.oxlintrc.json': '{"rules":{"no-debugger":"warn"}}', 'src/a.js': 'debugger;\n' },
    after: { 'src/a.js': 'export {};\n' },
  },
  pyright: {
    before: { 'pyrightconfig.json': '{"include":["src"]}', 'src/a.py': 'x: int = "a"\n' },
    after: { 'src/a.py': 'x: int = 1\n' },
  },
  tsc: {
    before: {
      ...nodeFiles,
      'tsconfig.json': '{"include":["src"],"compilerOptions":{"composite":true}}',
      'src/a.ts': 'export const x: number = "a";\n',
    },
    after: { 'src/a.ts': 'export const x: number = 1;\n' },
  },
  vitest: {
    before: {
      ...nodeFiles,
      'test/a.test.ts': "import { expect, it } from 'vitest';\nit('a', () => expect(1).toBe(2));\n",
      'test/b.test.ts': "import { it } from 'vitest';\nit('b', () => {});\n",
    },
    after: {
      'test/a.test.ts': "import { expect, it } from 'vitest';\nit('a', () => expect(1).toBe(1));\n",
    },
    scope: ['.'],
    packages: ['vitest'],
  },
};
