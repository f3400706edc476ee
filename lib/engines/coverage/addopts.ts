import { valueIn } from '#base/data.ts';
import { type RepositoryFacts, upward, within } from '#check/rules/repository/facts.ts';

/** Where pytest looks for its settings, and under which keys they stand there. */
const places: readonly (readonly [string, ...string[]])[] = [
  ['pytest.ini', 'pytest'],
  ['.pytest.ini', 'pytest'],
  ['pyproject.toml', 'tool', 'pytest'],
  ['pyproject.toml', 'tool', 'pytest', 'ini_options'],
  ['tox.ini', 'pytest'],
  ['setup.cfg', 'tool:pytest'],
];

/** The file in which pytest is told to measure coverage in every run, where there is one. */
export function findMeasuringOption(facts: RepositoryFacts, root: string): string | undefined {
  return upward(root)
    .flatMap((folder) => places.map(([name, ...keys]) => ({ path: within(folder, name), keys })))
    .find(({ path, keys }) => /--cov\b/.test(readOptions(facts.manifests.get(path), keys)))?.path;
}

function readOptions(data: unknown, keys: readonly string[]): string {
  const value = valueIn(data, ...keys, 'addopts');
  return Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '';
}
