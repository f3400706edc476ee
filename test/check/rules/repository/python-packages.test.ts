import { describe, expect, it } from 'vitest';
import { requiresPackage } from '#check/rules/repository/python-packages.ts';
import { someFacts } from './some-facts.ts';

const pyproject = (data: unknown) => ({ 'pyproject.toml': data });
const requirements = (...lines: readonly string[]) => ({ 'requirements-types.txt': { lines } });
const group = (own: object) =>
  pyproject({ 'dependency-groups': { typing: ['mypy', 'types-six'], ...own } });

/** What asks for mypy, and whether it does so where only pytest and six are installed. */
const lists: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>, boolean]>> = {
  'the package itself': [pyproject({ project: { dependencies: ['MyPy>=1.0'] } }), true],
  'the group dev': [group({ dev: ['pytest', 'mypy'] }), true],
  'a group that dev includes': [group({ dev: [{ 'include-group': 'typing' }] }), true],
  'a group that uv is told to install': [
    pyproject({
      'dependency-groups': { typing: ['mypy'] },
      tool: { uv: { 'default-groups': ['typing'] } },
    }),
    true,
  ],
  'a group of poetry': [
    pyproject({ tool: { poetry: { group: { types: { dependencies: { mypy: '^1' } } } } } }),
    true,
  ],
  'an optional group of poetry': [
    pyproject({
      tool: { poetry: { group: { types: { optional: true, dependencies: { mypy: '^1' } } } } },
    }),
    false,
  ],
  'a group that was not installed': [group({}), false],
  'a group that shares packages with another': [
    group({ test: ['mypy', 'pytest', 'six', 'attrs', 'x'] }),
    false,
  ],
  'a condition': [group({ dev: ["mypy; python_version == '3.14'", 'pytest'] }), false],
  'an extra that was installed': [
    pyproject({ project: { 'optional-dependencies': { test: ['pytest', 'mypy[d]'] } } }),
    true,
  ],
  'requirements that were installed': [requirements('pytest==9', 'six', 'mypy==2.0'), true],
  'requirements of another environment': [requirements('# of tox', 'mypy==2.0', 'attrs'), false],
  'requirements of it alone': [requirements('mypy==2.0'), false],
  'an extra of setup.cfg': [
    { 'setup.cfg': { 'options.extras_require': { dev: '\npytest\nmypy' } } },
    true,
  ],
};

describe('a package that is not installed', () => {
  it.each(Object.entries(lists))('is asked for by %s or not', (_, [manifests, isAsked]) => {
    const environments = ['.venv'];
    const packages = { '.venv': ['pytest', 'six'] };
    const facts = someFacts({ manifests, environments, packages });
    expect(requiresPackage(facts, '.', 'mypy')).toBe(isAsked);
  });

  it('is asked for by any list where nothing is known of what is installed', () => {
    const facts = someFacts({ manifests: requirements('mypy==2.0') });
    expect(requiresPackage(facts, '.', 'mypy')).toBe(true);
  });
});
