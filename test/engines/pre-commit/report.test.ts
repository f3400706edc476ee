import { describe, expect, it } from 'vitest';
import { preCommit } from '#engines/pre-commit/engine.ts';
import { checkoutOf, outputOf, planOf, recorded } from '../recorded.ts';

describe('what pre-commit prints', () => {
  it('is a finding for each hook that failed', () => {
    const { findings } = preCommit.parse(outputOf({ stdout: recorded('pre-commit/failed.txt') }));
    expect(findings.map(({ rule, message, fixable }) => [rule, message, fixable])).toEqual([
      ['tidy', 'tidy up: it changes files', true],
      ['no-todo', 'no TODO: a.txt:2:TODO b', false],
    ]);
  });
});

const hooks = (...ids: string[]) => ({ repos: [{ hooks: ids.map((id) => ({ id })) }] });

describe('pre-commit', () => {
  const facts = checkoutOf({ '.pre-commit-config.yaml': hooks('ruff-check', 'black', 'tidy') });
  const nativeBeside = (...ids: string[]) =>
    preCommit.native?.(facts, { root: '.', config: null, running: new Set(ids) }) ?? {};

  it('leaves to engines that run what they judge', () => {
    expect(nativeBeside('ruff', 'mypy')).toEqual({ leaves: ['ruff-check'] });
    const { env, copies } = preCommit.check.spec({
      plan: planOf({ native: nativeBeside('ruff', 'black') }),
      scratch: '/s',
    });
    expect(env).toEqual({ SKIP: 'ruff-check,black' });
    expect(copies?.test('any.txt')).toBe(true);
  });

  it.each([
    [new Set(['git']), new Set<string>(), true],
    [new Set(['pre-commit']), new Set<string>(), undefined],
    [new Set(['git']), new Set(['pre-commit']), undefined],
  ])('where programs are %j and packages %j', (programs, packages, notInstalled) => {
    const environments = new Set(['.venv']);
    const known = { ...facts, programs, environments, packages: new Map([['.venv', packages]]) };
    const found = preCommit.detect(known, '.');
    expect(found.kind === 'absent' ? found.leftAlone : undefined).toBe(notInstalled);
  });

  it('runs every hook where it is alone', () => {
    expect(nativeBeside()).toEqual({ leaves: [] });
  });
});
