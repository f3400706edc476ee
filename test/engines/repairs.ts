import type { Files } from './repair-runs.ts';
import { rustPackage } from './rust-package.ts';

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

const goModule = { 'go.mod': 'module example.com/m\n\ngo 1.21\n' };
const goTestFile = (body: string): string =>
  `package m\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\t${body}\n}\n`;
const rustTest = (body: string): string => `#[test]\nfn a() {\n    ${body}\n}\n`;
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
  black: {
    before: { 'pyproject.toml': '[tool.black]\n', 'src/a.py': "x = 'a'\n", 'src/b.py': '' },
    after: { 'src/a.py': 'x = "a"\n' },
  },
  isort: {
    before: { '.isort.cfg': '[settings]\n', 'src/a.py': 'import sys\nimport os\n' },
    after: { 'src/a.py': 'import os\nimport sys\n' },
  },
  flake8: {
    before: { '.flake8': '[flake8]\n', 'src/a.py': 'import os\n', 'src/b.py': '' },
    after: { 'src/a.py': '' },
  },
  shellcheck: {
    before: { 'src/a.sh': '#!/bin/sh\necho $1\n' },
    after: { 'src/a.sh': '#!/bin/sh\necho "$1"\n' },
    scope: ['src/a.sh'],
  },
  prettier: {
    before: { '.prettierrc': '{}', 'src/a.js': 'f( )' },
    after: { 'src/a.js': 'f();\n' },
  },
  stylelint: {
    before: { '.stylelintrc.json': '{"rules":{"block-no-empty":true}}', 'src/a.css': 'a {}\n' },
    after: { 'src/a.css': '' },
  },
  markdownlint: {
    before: { 'src/a.md': '# A\n\n#B\n' },
    after: { 'src/a.md': '# A\n\n## B\n' },
    scope: ['src/a.md'],
  },
  knip: {
    before: {
      'package.json': '{"name":"x","main":"src/a.js"}',
      'src/a.js': 'require("nope");\n',
    },
    after: { 'src/a.js': 'exports.x = 1;\n' },
    scope: ['.'],
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
  jest: {
    before: {
      'package.json': '{"jest":{"maxWorkers":1}}',
      'a.test.js': "test('a', () => expect(1).toBe(2));\n",
      'b.test.js': "test('b', () => {});\n",
    },
    after: { 'a.test.js': "test('a', () => expect(1).toBe(1));\n" },
    scope: ['.'],
  },
  mocha: {
    before: {
      'test/a.js': "it('a', () => {\n  throw new Error('no');\n});\n",
      'test/b.js': "it('b', () => {});\n",
    },
    after: { 'test/a.js': "it('a', () => {});\n" },
    scope: ['.'],
  },
  'node-test': {
    before: {
      'a.test.js': "require('node:test').it('a', () => {\n  throw new Error('no');\n});\n",
      'b.test.js': "require('node:test').it('b', () => {});\n",
    },
    after: { 'a.test.js': "require('node:test').it('a', () => {});\n" },
    scope: ['.'],
  },
  'go-vet': {
    before: { ...goModule, 'a.go': 'package m\n\nfunc F() {\n\tx := 1\n\tx = x\n}\n' },
    after: { 'a.go': 'package m\n\nfunc F() {\n\tx := 1\n\t_ = x\n}\n' },
    scope: ['.'],
  },
  'go-test': {
    before: {
      ...goModule,
      'a_test.go': goTestFile('t.Error("no")'),
      'b_test.go': 'package m\n',
    },
    after: { 'a_test.go': goTestFile('t.Log("yes")') },
    scope: ['.'],
  },
  gofmt: {
    before: { ...goModule, 'a.go': 'package m\nvar  X = 1\n', 'b.go': 'package m\n' },
    after: { 'a.go': 'package m\n\nvar X = 1\n' },
    scope: ['.'],
  },
  'golangci-lint': {
    before: {
      ...goModule,
      '.golangci.yml': 'version: "2"\n',
      'a.go': 'package m\n\nimport "os"\n\nfunc F() {\n\tos.Remove("a")\n}\n',
    },
    after: { 'a.go': 'package m\n' },
    scope: ['.'],
  },
  'cargo-check': {
    before: { ...rustPackage, 'src/lib.rs': 'pub fn f() -> u8 {\n    "a"\n}\n' },
    after: { 'src/lib.rs': 'pub fn f() -> u8 {\n    1\n}\n' },
  },
  'cargo-clippy': {
    before: { ...rustPackage, 'src/lib.rs': 'pub fn f(x: bool) -> bool {\n    x == true\n}\n' },
    after: { 'src/lib.rs': 'pub fn f(x: bool) -> bool {\n    x\n}\n' },
  },
  'cargo-test': {
    before: { ...rustPackage, 'src/lib.rs': rustTest('assert_eq!(1, 2);') },
    after: { 'src/lib.rs': rustTest('assert_eq!(1, 1);') },
  },
  rustfmt: {
    before: { ...rustPackage, 'src/lib.rs': 'pub fn  f( ) { }\n' },
    after: { 'src/lib.rs': 'pub fn f() {}\n' },
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
