import type { DiffEntry } from './diff.ts';
import { inAnyForm } from './glob.ts';
import type { EngineRules } from './rules.ts';

// Files that set how strictly others are judged, whichever engines are in use.
const names = [
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'noxfile.py',
  'pytest.ini',
  '.coveragerc',
  'ruff.toml',
  '.ruff.toml',
  '.pylintrc',
  'pylintrc',
  'mypy.ini',
  '.mypy.ini',
  '.flake8',
  'package.json',
  'vitest.config.*',
  'vite.config.*',
  'vitest.workspace.*',
  'jest.config.*',
  '.nycrc*',
  '.c8rc*',
  'eslint.config.*',
  '.eslintrc*',
  '.oxlintrc*',
  'oxlint.config.*',
  'biome.json*',
  'tsconfig*.json',
  'pyrightconfig.json',
  '.pre-commit-config.yaml',
  'Makefile',
  'makefile',
];

interface ConfigTexts {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Reads what an entry says of how strictly others are judged; under another name it says nothing. */
export function configReader(engines: readonly EngineRules[]): (entry: DiffEntry) => ConfigTexts {
  const all = [...names, ...engines.flatMap((engine) => engine.configNames)];
  const hasName = inAnyForm(all.filter((name) => !name.includes('/')));
  const hasPath = inAnyForm(all.filter((name) => name.includes('/')));
  const configures = (path: string) => hasName(path.split('/').at(-1) ?? '') || hasPath(path);
  return ({ path, oldPath = path, oldText, newText }) => ({
    before: configures(oldPath) ? oldText : undefined,
    after: configures(path) ? newText : undefined,
  });
}

/** The lines of a configuration without comments, for what is put into a comment is in force no more. */
export function linesInForce(text: string | undefined): readonly string[] {
  return (text ?? '')
    .replace(/(?<=^|\s)\/\*[^]*?(?:\*\/|$)/g, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && line.length <= longestSetting)
    .map((line) => line.replace(/(?<=^|\s)(?:#|;|\/\/)[^]*$/, ''));
}

// Each letter of a line may be looked at for each other one.
const longestSetting = 2000;
