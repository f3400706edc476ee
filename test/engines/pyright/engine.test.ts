import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#model/engine-plan.ts';
import { pyright } from '#engines/pyright/engine.ts';
import { someFacts } from '../../check/rules/repository/some-facts.ts';
import { aPlan } from '../../check/rules/scope/plans.ts';

const specOf = (changes: Partial<EnginePlan>) =>
  pyright.check.spec({ plan: aPlan({ engine: 'pyright', ...changes }), scratch: '/scratch' });

/** Whether it is there where it has a section and this is what tox runs. */
function whereToxRuns(commands: string) {
  const manifests = {
    'pyproject.toml': { tool: { pyright: {} } },
    'tox.ini': { 'testenv:types': { commands } },
  };
  return pyright.detect(someFacts({ manifests }), '.');
}

describe('the command of pyright', () => {
  it.each<[string, Partial<EnginePlan>, readonly string[]]>([
    ['by default', {}, ['--outputjson']],
    ['whatever the scope', { scope: ['-x.py', 'src'] }, ['--outputjson']],
    [
      'on what the project names',
      { scope: ['src', 'tests'], scopeSource: 'project', args: ['--level', 'error'] },
      ['--outputjson', '--level', 'error', 'src', 'tests'],
    ],
    [
      'with a configuration and arguments',
      { config: { path: 'ci/pyright.json', source: 'config' }, args: ['--level', 'error'] },
      ['--outputjson', '-p', 'ci/pyright.json', '--level', 'error'],
    ],
    [
      'with the interpreter of the project',
      { options: { python: '.venv/bin/python' } },
      ['--outputjson', '--pythonpath', '.venv/bin/python'],
    ],
  ])('%s', (_, changes, args) => {
    expect(specOf(changes)).toEqual({ args, env: {}, reports: {} });
  });
});

describe('pyright in a repository', () => {
  it('is there with its file, here or above', () => {
    const facts = someFacts({ files: ['pyrightconfig.json'] });
    const because = 'pyrightconfig.json configures it';
    expect(pyright.detect(facts, '.')).toMatchObject({ kind: 'present', because });
    expect(pyright.detect(facts, 'packages/a')).toMatchObject({ kind: 'present', because });
  });

  it('is there with its section', () => {
    const manifests = { 'a/pyproject.toml': { tool: { pyright: {}, basedpyright: {} } } };
    expect(pyright.detect(someFacts({ manifests }), 'a')).toMatchObject({
      kind: 'present',
      because: 'a/pyproject.toml configures it',
    });
    expect(pyright.detect(someFacts({ manifests }), '.').kind).toBe('absent');
  });

  it('is not there where the project asks it for something else alone', () => {
    expect(whereToxRuns('pyright --verifytypes shop')).toEqual({
      kind: 'absent',
      because: 'tox.ini [testenv:types] runs it, and for another purpose',
    });
    expect(whereToxRuns('pyright --verifytypes shop\npyright').kind).toBe('present');
  });

  it('is not there with basedpyright alone', () => {
    const manifests = { 'pyproject.toml': { tool: { basedpyright: {} } } };
    expect(pyright.detect(someFacts({ manifests }), '.')).toEqual({
      kind: 'absent',
      because: 'pyproject.toml configures basedpyright, which is another tool',
    });
  });

  it.each([{}, { tool: {} }, { tool: 7 }, undefined])(
    'is not there with the manifest %j alone',
    (manifest) => {
      expect(pyright.detect(someFacts({ manifests: { 'pyproject.toml': manifest } }), '.')).toEqual(
        {
          kind: 'absent',
          because: 'no pyrightconfig.json and no [tool.pyright] was found',
          noSign: true,
        },
      );
    },
  );

  it('tells its version', () => {
    expect(pyright.versionPattern.exec('pyright 1.1.414\n')?.[1]).toBe('1.1.414');
  });
});
