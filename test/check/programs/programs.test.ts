import { describe, expect, it } from 'vitest';
import { mypy } from '#engines/mypy/engine.ts';
import { findInterpreters, pythonVariables } from '#check/programs/programs.ts';
import { someFacts } from '../rules/repository/some-facts.ts';
import { aPlan } from '../rules/scope/plans.ts';

const bins = (...there: readonly string[]) => ({
  isFile: async (path: string) => there.includes(path),
  findNodeBin: async () => undefined,
});
const scheduleOf = (...roots: readonly string[]) => ({
  entries: roots.map((root) => ({
    engine: 'mypy',
    mode: 'target' as const,
    how: 'run' as const,
    requested: true,
    plan: aPlan({ root }),
  })),
  problems: [],
});

describe('the interpreter of a root', () => {
  const facts = someFacts({ files: ['old/uv.lock'], environments: ['.venv', 'api/.venv'] });
  const repository = '/code/shop';

  it('is that of its own environment, by its whole path', async () => {
    const sources = {
      repository,
      facts,
      bins: bins('/code/shop/.venv/bin/python', '/code/shop/api/.venv/bin/python'),
    };
    const pythonOf = await findInterpreters(sources, scheduleOf('.', 'api', 'web', 'old'), [mypy]);
    expect(['.', 'api', 'web', 'old', 'unplanned'].map((root) => pythonOf(root, 'mypy'))).toEqual([
      '/code/shop/.venv/bin/python',
      '/code/shop/api/.venv/bin/python',
      '/code/shop/.venv/bin/python',
      undefined,
      undefined,
    ]);
  });

  it('is none where the path does not exist', async () => {
    const pythonOf = await findInterpreters({ repository, facts, bins: bins() }, scheduleOf('.'), [
      mypy,
    ]);
    expect(pythonOf('.', 'mypy')).toBeUndefined();
  });
});

describe('what the environment of a tool says of Python', () => {
  const virtualEnv = '/home/me/env';
  const repository = '/code/shop';
  const uv = { tool: { uv: {} } };
  const variables = (facts: Parameters<typeof someFacts>[0]) =>
    pythonVariables({ repository, facts: someFacts({ virtualEnv, ...facts }) }, '.');

  it.each<[string, Parameters<typeof someFacts>[0], Readonly<Record<string, string>>]>([
    ['its own environment', { environments: ['.venv'] }, { VIRTUAL_ENV: '/code/shop/.venv' }],
    [
      'its own, of uv',
      { files: ['uv.lock'], environments: ['.venv'] },
      { VIRTUAL_ENV: '/code/shop/.venv' },
    ],
    [
      'that of the caller, where uv has made none',
      { files: ['uv.lock'] },
      { VIRTUAL_ENV: virtualEnv },
    ],
    [
      'that of the workspace of uv, for a member',
      { files: ['uv.lock'], manifests: { 'pyproject.toml': uv }, environments: ['.venv'] },
      { VIRTUAL_ENV: '/code/shop/.venv' },
    ],
    [
      'that of the caller, which poetry keeps to',
      { files: ['poetry.lock'] },
      { VIRTUAL_ENV: virtualEnv },
    ],
    ['that of the caller, where there is no other', {}, { VIRTUAL_ENV: virtualEnv }],
  ])('is %s', (_name, facts, expected) => {
    expect(variables(facts)).toEqual(expected);
  });

  it('is nothing where there is none', () => {
    expect(pythonVariables({ repository, facts: someFacts({}) }, '.')).toEqual({});
  });
});
