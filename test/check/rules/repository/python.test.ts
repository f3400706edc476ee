import { describe, expect, it } from 'vitest';
import {
  detectPython,
  explainOtherPython,
  type PythonManager,
  type PythonProfile,
  pythonInvocation,
} from '#check/rules/repository/python.ts';
import { someFacts } from './some-facts.ts';

const uvTable = { tool: { uv: {} } };
const poetryTable = { tool: { poetry: { name: 'x' } } };

describe('the Python side of a root', () => {
  it.each<[string, Parameters<typeof someFacts>[0], Partial<PythonProfile>]>([
    ['nothing at all', {}, { manager: 'system', venvPath: null }],
    ['a uv lock', { files: ['uv.lock'] }, { manager: 'uv', hasUvLock: true, venvPath: null }],
    [
      'a uv lock and its environment',
      { files: ['uv.lock'], environments: ['.venv'] },
      { manager: 'uv', venvPath: '.venv' },
    ],
    [
      'a uv table alone',
      { manifests: { 'pyproject.toml': uvTable } },
      { manager: 'uv', hasUvLock: false },
    ],
    [
      'uv before poetry',
      { files: ['uv.lock', 'poetry.lock'] },
      { manager: 'uv', hasUvLock: true, hasPoetryLock: true },
    ],
    [
      'UV_PROJECT_ENVIRONMENT',
      { files: ['uv.lock'], environments: ['.venv'], uvProjectEnvironment: '/opt/env' },
      { venvPath: '/opt/env' },
    ],
    ['a poetry lock', { files: ['poetry.lock'] }, { manager: 'poetry', hasPoetryLock: true }],
    ['a poetry table', { manifests: { 'pyproject.toml': poetryTable } }, { manager: 'poetry' }],
    [
      'poetry with its environment beside it',
      { files: ['poetry.lock'], environments: ['.venv'] },
      { manager: 'poetry', venvPath: '.venv' },
    ],
    ['an environment alone', { environments: ['venv'] }, { manager: 'venv', venvPath: 'venv' }],
    ['.venv before venv', { environments: ['venv', '.venv'] }, { venvPath: '.venv' }],
    ['VIRTUAL_ENV', { virtualEnv: '/v' }, { manager: 'venv', venvPath: '/v' }],
    ['an environment of another name', { environments: ['py312'] }, { venvPath: 'py312' }],
    ['VIRTUAL_ENV before it', { environments: ['py312'], virtualEnv: '/v' }, { venvPath: '/v' }],
    ['two of other names', { environments: ['py312', 'py313'] }, { manager: 'system' }],
    ['one of another name further down', { environments: ['docs/env3'] }, { manager: 'system' }],
    [
      'an environment of its own before VIRTUAL_ENV',
      { environments: ['.venv'], virtualEnv: '/v' },
      { venvPath: '.venv' },
    ],
    ['a broken manifest', { manifests: { 'pyproject.toml': 'text' } }, { manager: 'system' }],
  ])('%s', (_name, facts, expected) => {
    expect(detectPython(someFacts(facts), '.')).toMatchObject({ root: '.', ...expected });
  });

  it('is looked for upward from a root of a monorepo, nearest first', () => {
    const shared = someFacts({ files: ['uv.lock'], environments: ['.venv'] });
    expect(detectPython(shared, 'services/api')).toMatchObject({
      root: 'services/api',
      manager: 'uv',
      venvPath: '.venv',
    });
    const own = someFacts({ environments: ['.venv', 'services/api/.venv'] });
    expect(detectPython(own, 'services/api').venvPath).toBe('services/api/.venv');
    expect(detectPython(own, 'services').venvPath).toBe('.venv');
  });

  it('names the folder whose lock file or manifest decides', () => {
    const facts = someFacts({
      files: ['uv.lock', 'b/poetry.lock'],
      manifests: { 'c/pyproject.toml': uvTable },
    });
    const homes = ['a', 'b', 'c', 'c/d'].map((root) => detectPython(facts, root));
    expect(homes.map(({ home, manager }) => `${manager} ${home}`)).toEqual([
      'uv .',
      'poetry b',
      'uv c',
      'uv c',
    ]);
  });

  it('says why', () => {
    expect(detectPython(someFacts({ files: ['a/poetry.lock'] }), 'a').because).toBe(
      'a/poetry.lock belongs to poetry',
    );
  });
});

const told = (lines: readonly string[], made: string) =>
  explainOtherPython(
    someFacts({
      manifests: { '.python-version': { lines } },
      environments: ['.venv'],
      pythons: new Map([['.venv', made]]),
    }),
    '.',
  );

describe('an environment of another Python than the project names', () => {
  it('is told', () => {
    expect(told(['3.12'], '3.11.7')).toBe(
      '.python-version asks for Python 3.12, and .venv was made by 3.11.7, under which tools and tests run; make it anew by the other.',
    );
    expect(told(['3.1'], '3.11.7')).toBeDefined();
  });

  it.each([
    [['3.12'], '3.12.4'],
    [['3.12.1'], '3.12.4'],
    [['# any'], '3.9.1'],
    [['>=3.12'], '3.9.1'],
  ])('is none: %j by %s', (lines, made) => {
    expect(told(lines, made)).toBeUndefined();
  });
});

describe('starting Python', () => {
  const started: Readonly<Record<PythonManager, unknown>> = {
    uv: { mode: 'tool-runner', argv: ['uv', 'run', '--no-sync', 'python'] },
    poetry: { mode: 'tool-runner', argv: ['poetry', 'run', 'python'] },
    venv: { mode: 'interpreter', python: 'python3' },
    system: { mode: 'interpreter', python: 'python3' },
  };
  const managers: readonly PythonManager[] = ['uv', 'poetry', 'venv', 'system'];
  const profile = detectPython(someFacts({}), '.');

  it.each(managers)('%s without an environment', (manager) => {
    expect(pythonInvocation({ ...profile, manager })).toEqual(started[manager]);
  });

  it.each(managers)('%s with an environment: its interpreter, by path', (manager) => {
    const held = { ...profile, manager, venvPath: '.venv' };
    expect(pythonInvocation(held)).toEqual({ mode: 'interpreter', python: '.venv/bin/python' });
  });
});
