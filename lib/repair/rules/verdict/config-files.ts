import type { DiffEntry } from './diff.ts';
import { inAnyForm, type PathTest } from '#base/glob.ts';
import type { EngineRules } from './rules.ts';

// Files that set how strictly others are judged, whichever engines are in use, and nothing else.
const ownNames = [
  'pytest.ini',
  '.coveragerc',
  'ruff.toml',
  '.ruff.toml',
  '.pylintrc',
  'pylintrc',
  'mypy.ini',
  '.mypy.ini',
  '.flake8',
  'vitest.config.*',
  'vitest.workspace.*',
  'jest.config.*',
  '.nycrc*',
  '.c8rc*',
  'eslint.config.*',
  '.eslintrc*',
  '.eslintignore',
  '.oxlintrc*',
  'oxlint.config.*',
  'biome.json*',
  'tsconfig*.json',
  'pyrightconfig.json',
];

const names = [
  ...ownNames,
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'noxfile.py',
  'package.json',
  'vite.config.*',
  '.pre-commit-config.yaml',
  'Makefile',
  'makefile',
];

/** Whether a file says how others are judged, and nothing else, whichever engines are in use. */
export const alwaysConfigures = configNameTest(ownNames);

/** Whether a file may be there for something else than an engine that looks into it. */
export const configuresMoreThanEngines = configNameTest(['vite.config.*']);

/** Whether a file that changes how tests run is code beside them: what it does is judged by other rules. */
export const isCodeOfTests = configNameTest(['conftest.py']);

/** Names without a slash are those of files in any folder. */
export function configNameTest(wanted: readonly string[]): PathTest {
  const hasName = inAnyForm(wanted.filter((name) => !name.includes('/')));
  const hasPath = inAnyForm(wanted.filter((name) => name.includes('/')));
  return (path) => hasName(path.split('/').at(-1) ?? '') || hasPath(path);
}

interface ConfigTexts {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Reads what an entry says of how strictly others are judged; under another name it says nothing. */
export function configReader(engines: readonly EngineRules[]): (entry: DiffEntry) => ConfigTexts {
  const configures = configNameTest([...names, ...engines.flatMap((engine) => engine.configNames)]);
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
