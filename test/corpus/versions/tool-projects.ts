import { compareVersions } from '#base/version-order.ts';

type Files = Readonly<Record<string, string>>;

export interface ToolProject {
  readonly from: 'npm' | 'pypi';
  readonly package: string;
  /** What else is installed with it, such as a version of what it needs that still fits. */
  readonly beside?: (version: string) => readonly string[];
  /** A project with which the tool is content. */
  readonly clean: (version: string) => Files;
  /** What makes it one with exactly one finding. */
  readonly planted: Files;
}

const wrongType = { 'a.py': 'x: int = "text"\n' };
const unusedImport = { 'a.py': '"""A module."""\n\nimport os\n' };
const debuggerStatement = { 'a.js': 'debugger;\n' };
const goodModule = '"""A module."""\n\nX = 1\n';

const ruffProject: ToolProject = {
  from: 'pypi',
  package: 'ruff',
  clean: () => ({ 'pyproject.toml': '[tool.ruff]\nline-length = 100\n', 'a.py': goodModule }),
  planted: unusedImport,
};

function passingTest(imports: string): string {
  return `${imports}test('adds', () => {\n  expect(1 + 1).toBe(2);\n});\n`;
}

function failingTest(imports: string): string {
  return passingTest(imports).replace('toBe(2)', 'toBe(3)');
}

const vitestImports = "import { expect, test } from 'vitest';\n";

/** One small project for each tool of which versions are tested. */
export const toolProjects: Readonly<Record<string, ToolProject>> = {
  biome: {
    from: 'npm',
    package: '@biomejs/biome',
    clean: () => ({ 'biome.json': '{ "linter": { "enabled": true } }', 'a.js': 'export {};\n' }),
    planted: debuggerStatement,
  },
  eslint: {
    from: 'npm',
    package: 'eslint',
    clean: (version) => ({
      ...(compareVersions(version, '8.57') < 0
        ? { '.eslintrc.json': '{ "root": true, "rules": { "no-debugger": "error" } }' }
        : { 'eslint.config.mjs': "export default [{ rules: { 'no-debugger': 'error' } }];\n" }),
      'a.js': 'var a = 1;\n',
    }),
    planted: debuggerStatement,
  },
  jest: {
    from: 'npm',
    package: 'jest',
    clean: () => ({ 'package.json': '{ "jest": {} }', 'a.test.js': passingTest('') }),
    planted: { 'a.test.js': failingTest('') },
  },
  mypy: {
    from: 'pypi',
    package: 'mypy',
    clean: () => ({ 'mypy.ini': '[mypy]\n', 'a.py': 'x: int = 1\n' }),
    planted: wrongType,
  },
  oxlint: {
    from: 'npm',
    package: 'oxlint',
    clean: () => ({
      '.oxlintrc.json': '{ "ignorePatterns": ["node_modules"] }',
      'a.js': 'export {};\n',
    }),
    planted: debuggerStatement,
  },
  pylint: {
    from: 'pypi',
    package: 'pylint',
    clean: () => ({ '.pylintrc': '[MASTER]\n', 'a.py': goodModule }),
    planted: unusedImport,
  },
  pyright: {
    from: 'npm',
    package: 'pyright',
    clean: () => ({ 'pyrightconfig.json': '{}', 'a.py': 'x: int = 1\n' }),
    planted: wrongType,
  },
  pytest: {
    from: 'pypi',
    package: 'pytest',
    clean: () => ({ 'pytest.ini': '[pytest]\n', 'test_a.py': 'def test_a():\n    assert True\n' }),
    planted: { 'test_a.py': 'def test_a():\n    assert 1 == 2\n' },
  },
  ruff: ruffProject,
  'ruff-format': {
    ...ruffProject,
    clean: () => ({ 'pyproject.toml': '[tool.ruff.format]\n', 'a.py': 'x = 1\n' }),
    planted: { 'a.py': 'x  =  1\n' },
  },
  tsc: {
    from: 'npm',
    package: 'typescript',
    clean: () => ({
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["a.ts"] }',
      'a.ts': 'export const a: number = 1;\n',
    }),
    planted: { 'a.ts': "export const a: number = 'text';\n" },
  },
  vitest: {
    from: 'npm',
    package: 'vitest',
    clean: () => ({
      'package.json': '{ "type": "module" }',
      'vitest.config.js': 'export default {};\n',
      'a.test.js': passingTest(vitestImports),
    }),
    planted: { 'a.test.js': failingTest(vitestImports) },
  },
};
