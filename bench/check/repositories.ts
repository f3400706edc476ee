import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pythonTools } from '../../test/support/python-tools.ts';

const project = join(import.meta.dirname, '../..');
const modules = 60;

export interface PlantedRepository {
  readonly folder: string;
  /** A module of which others know. */
  readonly edited: string;
  /** What is added to it in a round; it changes nothing that a tool finds. */
  readonly addition: (round: number) => string;
  /** Removes what the tools keep beside the sources. */
  readonly caches: readonly string[];
}

/** What pre-commit is told; a check would run its hooks as well. */
export const hooksOfPython: Readonly<Record<string, string>> = {
  '.pre-commit-config.yaml': preCommit({
    ruff: '.venv/bin/ruff check .',
    mypy: '.venv/bin/mypy',
    pytest: '.venv/bin/pytest -q',
  }),
};

export type Plant = (folder: string) => Promise<PlantedRepository>;

/** The environment of Python with the tools that are measured. */
export async function environmentOfBench(): Promise<string> {
  const { bin } = await pythonTools({
    base: 'python3',
    requirements: join(import.meta.dirname, 'python.txt'),
    cache: join(project, '.cache/python'),
  });
  return dirname(bin);
}

/** Sixty modules and as many files of tests, checked by ruff, mypy --strict and pytest. */
export const plantPython: Plant = async (folder) => {
  const numbers = Array.from({ length: modules }, (_, index) => index);
  writeFiles(folder, {
    'README.md': '# Parts\n',
    'pyproject.toml':
      '[tool.ruff]\nline-length = 100\n[tool.mypy]\nstrict = true\nfiles = ["parts", "tests"]\n[tool.pytest.ini_options]\npythonpath = ["."]\n',
    'parts/__init__.py': '',
    Makefile:
      'check: ruff mypy pytest\nruff:\n\t.venv/bin/ruff check .\nmypy:\n\t.venv/bin/mypy\npytest:\n\t.venv/bin/pytest -q\n.PHONY: check ruff mypy pytest\n',
    '.gitignore': '.venv\n.mypy_cache\n.ruff_cache\n.pytest_cache\n__pycache__\n',
    ...Object.fromEntries(numbers.map((n) => [`parts/part_${n}.py`, pythonPart(n)])),
    ...Object.fromEntries(numbers.map((n) => [`tests/test_part_${n}.py`, pythonTests(n)])),
  });
  symlinkSync(await environmentOfBench(), join(folder, '.venv'));
  commitAll(folder);
  return {
    folder,
    edited: 'parts/part_30.py',
    addition: (round) =>
      `\n\ndef added_${round}(value: int) -> int:\n    return value + ${round}\n`,
    caches: ['.mypy_cache', '.ruff_cache', '.pytest_cache'],
  };
};

/** Sixty modules and thirty files of tests, checked by oxlint, tsc and vitest, and scripts checked by ESLint. */
export const plantTypescript: Plant = async (folder) => {
  const numbers = Array.from({ length: modules }, (_, index) => index);
  const tested = numbers.filter((n) => n % 2 === 0);
  writeFiles(folder, {
    'README.md': '# Parts\n',
    'package.json': JSON.stringify({
      name: 'parts',
      type: 'module',
      devDependencies: { eslint: '*', oxlint: '*', typescript: '*', vitest: '*' },
    }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src', 'tests'] }),
    '.oxlintrc.json': '{}',
    'eslint.config.js':
      "export default [{ files: ['scripts/*.js'], rules: { 'no-var': 'error', 'no-undef': 'error' } }];\n",
    Makefile:
      'bin = node_modules/.bin\ncheck: oxlint eslint tsc vitest\noxlint:\n\t$(bin)/oxlint .\neslint:\n\t$(bin)/eslint --cache --cache-location .tools/eslint .\ntsc:\n\t$(bin)/tsc --noEmit --incremental --tsBuildInfoFile .tools/tsbuildinfo\nvitest:\n\t$(bin)/vitest run\n.PHONY: check oxlint eslint tsc vitest\n',
    '.gitignore': 'node_modules\n.tools\n',
    ...Object.fromEntries(numbers.map((n) => [`src/part_${n}.ts`, typescriptPart(n)])),
    ...Object.fromEntries(numbers.map((n) => [`scripts/script_${n}.js`, script(n)])),
    ...Object.fromEntries(tested.map((n) => [`tests/part_${n}.test.ts`, typescriptTests(n)])),
  });
  // Links to each file: a folder that is only linked is not known to be what it was.
  execFileSync('cp', ['-al', join(project, 'node_modules'), join(folder, 'node_modules')]);
  commitAll(folder);
  return {
    folder,
    edited: 'src/part_30.ts',
    addition: (round) =>
      `\nexport function added${round}(value: number): number {\n  return value + ${round};\n}\n`,
    caches: ['.tools', 'node_modules/.vite', 'node_modules/.vite-temp'],
  };
};

const compilerOptions = {
  allowImportingTsExtensions: true,
  module: 'nodenext',
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  target: 'es2024',
  types: [],
};

function pythonPart(index: number): string {
  const before = index === 0 ? '' : `from parts.part_${index - 1} import add_0 as previous\n\n\n`;
  const functions = Array.from({ length: 30 }, (_, n) => {
    const call = index > 0 && n === 0 ? 'previous(left, right)' : 'left + right';
    return `def add_${n}(left: int, right: int) -> int:\n    return ${call} + ${n}\n`;
  });
  return before + functions.join('\n\n');
}

function pythonTests(index: number): string {
  const tests = Array.from(
    { length: 8 },
    (_, n) => `def test_${n}() -> None:\n    assert add_${n}(1, 2) == 3 + ${n}\n`,
  );
  const names = Array.from({ length: 8 }, (_, n) => `add_${n}`).join(', ');
  return `from parts.part_${index} import ${names}\n\n\n${tests.join('\n\n')}`;
}

function typescriptPart(index: number): string {
  const before =
    index === 0 ? '' : `import { add0 as previous } from './part_${index - 1}.ts';\n\n`;
  const functions = Array.from({ length: 30 }, (_, n) => {
    const call = index > 0 && n === 0 ? 'previous(left, right)' : 'left + right';
    return `export function add${n}(left: number, right: number): number {\n  return ${call} + ${n};\n}\n`;
  });
  return before + functions.join('\n');
}

function typescriptTests(index: number): string {
  const names = Array.from({ length: 8 }, (_, n) => `add${n}`).join(', ');
  const tests = Array.from(
    { length: 8 },
    (_, n) => `test('adds ${n}', () => {\n  expect(add${n}(1, 2)).toBeGreaterThan(2);\n});\n`,
  );
  return `import { expect, test } from 'vitest';\nimport { ${names} } from '../src/part_${index}.ts';\n\n${tests.join('\n')}`;
}

function script(index: number): string {
  return Array.from(
    { length: 30 },
    (_, n) => `export function step${n}(value) {\n  return value + ${n + index};\n}\n`,
  ).join('\n');
}

function preCommit(hooks: Readonly<Record<string, string>>): string {
  const entries = Object.entries(hooks).map(
    ([id, entry]) =>
      `      - id: ${id}\n        name: ${id}\n        language: system\n        pass_filenames: false\n        entry: ${entry}\n`,
  );
  return `repos:\n  - repo: local\n    hooks:\n${entries.join('')}`;
}

/** Writes these files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Makes it a repository of git with one commit. */
export function commitAll(folder: string): void {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=b', '-c', 'user.email=b@example.com', 'commit', '--quiet', '-m', 'all');
}
