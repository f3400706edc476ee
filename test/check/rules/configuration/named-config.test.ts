import { describe, expect, it } from 'vitest';
import { configsOfPlan, referencesOf } from '#check/rules/configuration/named-config.ts';
import { aPlan } from '../../../check/rules/scope/plans.ts';

const named = (args: readonly string[], path: string | null = null, root = 'web') =>
  configsOfPlan(aPlan({ root, args: [...args], config: { path, source: 'config' } }), '/home/shop');

describe('the configuration that an engine is given', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['--config', 'quality/ruff'], ['web/quality/ruff']],
    [['--config=../rules.toml'], ['rules.toml']],
    [['-c', '/home/shop/pytest.base'], ['pytest.base']],
    [
      ['--rcfile=lint', '-p', 'tsconfig.ci.json'],
      ['web/lint', 'web/tsconfig.ci.json'],
    ],
    [
      ['--cov-config=cov', '--tsconfig', 'a'],
      ['web/cov', 'web/a'],
    ],
    [['--config=/etc/rules'], []],
    [['--ignore=tests/test_a.py', '-k', 'one', 'tests'], []],
  ])('by %j', (args, expected) => {
    expect(named(args)).toEqual(expected);
  });

  it('by its setting', () => {
    expect(named([], '../quality/mypy')).toEqual(['quality/mypy']);
  });
});

describe('what a configuration takes rules from', () => {
  it.each([
    ['pkg/ruff.toml', 'extend = "../base.toml"', 'base.toml'],
    ['web/tsconfig.json', '{ "extends": "./configs/base" }', 'web/configs/base.json'],
    ['tsconfig.json', '{"extends": [\n"./a.json",\n"./b.json"\n]}', 'b.json'],
    ['mypy.ini', '[mypy]\nplugins = tools/plugin.py, shop.checks', 'tools/plugin.py'],
    ['mypy.ini', '[mypy]\nplugins = tools/plugin.py, shop.checks', 'shop/checks.py'],
    ['pyproject.toml', 'load-plugins = ["checks"]', 'checks/__init__.py'],
    ['.oxlintrc.json', '{"jsPlugins": ["./rules.js"]}', 'rules.js'],
    ['web/eslint.config.js', "import shared from './lint/shared.js';", 'web/lint/shared.js'],
    ['web/eslint.config.js', "import shared from './lint/shared.js';", 'web/lint/shared.ts'],
    ['eslint.config.cjs', "module.exports = require('./lint');", 'lint/index.js'],
    ['vitest.config.ts', "import base from './vitest.shared';", 'vitest.shared.ts'],
  ])('%s: %j', (path, text, expected) => {
    expect(referencesOf(path, text)).toContain(expected);
  });

  it('is not the code that it is for', () => {
    expect(referencesOf('vite.config.ts', "import { a } from './src/a.ts';")).toEqual([]);
    expect(referencesOf('tsconfig.json', '"plugins": [{ "name": "next" }]')).not.toContain(
      'next.py',
    );
    expect(referencesOf('ruff.toml', 'exclude = ["a.py"]\ninclude = ["b.py"]')).toEqual([]);
  });
});
