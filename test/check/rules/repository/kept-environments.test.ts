import { describe, expect, it } from 'vitest';
import type { KeptEnvironment } from '#check/rules/repository/facts.ts';
import { environmentFor } from '#check/rules/repository/python-packages.ts';
import { detectPython } from '#check/rules/repository/python.ts';
import { someFacts } from './some-facts.ts';

const ofTox = (name: string): KeptEnvironment => {
  return { by: 'tox', home: '.', name, path: `.tox/${name}` };
};
const kept = ['lint', 'py39', 'py312-dev', 'py312', 'types'].map(ofTox);
const packages = {
  '.tox/lint': ['ruff', 'mypy'],
  '.tox/py39': ['pytest'],
  '.tox/py312': ['pytest'],
  '.tox/py312-dev': ['pytest'],
  '.tox/types': ['mypy', 'pytest'],
};
const manifests = { 'tox.ini': { 'testenv:types': { commands: 'mypy src' } } };

describe('where tox, nox or hatch keep the environments', () => {
  const facts = someFacts({ kept, packages, manifests });

  it('tests run in that of the newest Python, the plainest one', () => {
    expect(detectPython(facts, '.')).toMatchObject({
      manager: 'venv',
      venvPath: '.tox/py312',
      because: 'tox keeps the environment py312 for it',
    });
    expect(detectPython(facts, 'inner').venvPath).toBe('.tox/py312');
  });

  it('each tool runs in the one in which the project starts it, else in one that has it', () => {
    expect(environmentFor(facts, '.', 'mypy')).toBe('.tox/types');
    expect(environmentFor(facts, '.', 'ruff')).toBe('.tox/lint');
    expect(environmentFor(facts, '.', 'pylint')).toBe('.tox/py312');
  });

  it('an environment of the project itself goes before them', () => {
    const own = someFacts({ kept, packages, manifests, environments: ['.venv'] });
    expect(environmentFor(own, '.', 'mypy')).toBe('.venv');
    const active = someFacts({ kept, packages, manifests, virtualEnv: '/home/me/env' });
    expect(environmentFor(active, '.', 'mypy')).toBe('/home/me/env');
  });

  it('a root has none where they are those of another', () => {
    const elsewhere = someFacts({ kept: [{ ...ofTox('py312'), home: 'api' }], packages });
    expect(detectPython(elsewhere, '.')).toMatchObject({ manager: 'system', venvPath: null });
  });
});

describe('where poetry keeps the environment elsewhere', () => {
  const files = ['poetry.lock'];
  const path = '/home/me/.cache/pypoetry/virtualenvs/shop-abc-py3.12';
  const ofPoetry = [{ by: 'poetry', home: '.', name: 'shop-abc-py3.12', path }] as const;

  it('Python is started from there, unless another one is beside it or switched on', () => {
    const facts = { files, kept: ofPoetry };
    expect(detectPython(someFacts(facts), '.').venvPath).toBe(path);
    expect(detectPython(someFacts({ ...facts, environments: ['.venv'] }), '.').venvPath) //
      .toBe('.venv');
    expect(detectPython(someFacts({ ...facts, virtualEnv: '/opt/env' }), '.').venvPath).toBeNull();
  });
});
