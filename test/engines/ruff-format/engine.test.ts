import { describe, expect, it } from 'vitest';
import { ruffFormat } from '#engines/ruff-format/engine.ts';
import { checkoutOf, planOf } from '../recorded.ts';

describe('the command of ruff format', () => {
  const common = ['--force-exclude', '--cache-dir', '/scratch/cache'];

  it('changes nothing when it is to judge', () => {
    expect(ruffFormat.check.spec({ plan: planOf(), scratch: '/scratch' })).toEqual({
      args: ['format', '--check', '--output-format', 'json', ...common, '--', '.'],
      env: { RUFF_NO_CACHE: 'false' },
      reports: {},
    });
  });

  it('repairs with the configuration, the arguments in their order and paths that look like options', () => {
    const plan = planOf({
      config: { path: 'cfg/ruff.toml', source: 'config' },
      args: ['--line-length', '99'],
      scope: ['-x.py', 'src'],
    });
    expect(ruffFormat.fix?.spec({ plan, scratch: '/scratch' }).args).toEqual([
      'format',
      ...common,
      '--config',
      'cfg/ruff.toml',
      '--line-length',
      '99',
      '--',
      '-x.py',
      'src',
    ]);
  });
});

const formats = { tool: { ruff: { format: {} } } };
const lints = { tool: { ruff: { lint: {} } } };

describe('ruff format belongs to a root', () => {
  it.each([
    ['its table', { 'pyproject.toml': formats }, '.', '.'],
    ['its table above', { 'pyproject.toml': formats, 'web/pyproject.toml': {} }, 'web', '.'],
    ['its own table', { 'pyproject.toml': lints, 'web/pyproject.toml': formats }, 'web', 'web'],
  ])('by %s', (_, files, root, at) => {
    const because = `${at === '.' ? '' : `${at}/`}pyproject.toml has a table [tool.ruff.format]`;
    expect(ruffFormat.detect(checkoutOf(files), root)).toEqual({ kind: 'present', because, at });
  });

  it('by the table of its own file', () => {
    const files = { 'web/.ruff.toml': { format: { 'quote-style': 'single' } } };
    const because = 'web/.ruff.toml has a table [format]';
    const found = ruffFormat.detect(checkoutOf(files), 'web');
    expect(found).toEqual({ kind: 'present', because, at: 'web' });
  });

  it('by a command of the project, and not by a hook', () => {
    const ini = { 'testenv:style': { commands: 'ruff format --check src' } };
    const because = 'tox.ini [testenv:style] runs `ruff format`';
    const found = ruffFormat.detect(checkoutOf({ 'tox.ini': ini }), '.');
    expect(found).toEqual({ kind: 'present', because, at: '.' });
    const hooks = { repos: [{ hooks: [{ id: 'ruff-format' }] }] };
    const hooked = checkoutOf({ '.pre-commit-config.yaml': hooks });
    expect(ruffFormat.detect(hooked, '.').kind).toBe('absent');
  });

  it.each([
    ['nothing', {}, 'no [tool.ruff.format] was found'],
    [
      'the linter',
      { 'pyproject.toml': lints },
      'pyproject.toml has no table [tool.ruff.format]; enable it where ruff formats',
    ],
    [
      'a configuration that hides the one above',
      { 'pyproject.toml': formats, 'web/pyproject.toml': lints },
      'web/pyproject.toml has no table [tool.ruff.format]; enable it where ruff formats',
    ],
    [
      'a file of its own that hides the one above',
      { 'pyproject.toml': formats, 'web/ruff.toml': { lint: {} } },
      'web/ruff.toml has no table [format]; enable it where ruff formats',
    ],
  ])('not by %s', (_, files, because) => {
    expect(ruffFormat.detect(checkoutOf(files), 'web')).toMatchObject({
      kind: 'absent',
      because,
    });
  });

  it('tells its version', () => {
    expect(ruffFormat.versionPattern.exec('ruff 0.16.9\n')?.[1]).toBe('0.16.9');
  });
});
