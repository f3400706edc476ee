import { inAnyForm, type PathTest } from '#base/glob.ts';

// Files that set how strictly others are judged, whichever engines are in use, and nothing else.
export const ownConfigNames = [
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

/** Whether a file says how others are judged, and nothing else, whichever engines are in use. */
export const alwaysConfigures = configNameTest(ownConfigNames);

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
