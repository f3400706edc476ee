import { describe, expect, it } from 'vitest';
import type { Detection } from '#check/rules/repository/evidence.ts';
import { unlessLeftToOthers } from '#check/rules/scope/left-to-others.ts';
import { eslint } from '#engines/eslint/engine.ts';
import { mypy } from '#engines/mypy/engine.ts';
import { pyright } from '#engines/pyright/engine.ts';
import { ruff } from '#engines/ruff/engine.ts';
import { someFacts } from '../repository/some-facts.ts';

const found: Detection = { kind: 'present', because: 'pyproject.toml configures it', at: '.' };

/** What the environment of tox for types runs. */
function typingRuns(...lines: readonly string[]) {
  return someFacts({
    manifests: { 'tox.ini': { 'testenv:typing': { commands: lines.join('\n') } } },
  });
}

describe('a type checker that is configured', () => {
  it('is left to editors where the project checks types by another one', () => {
    expect(unlessLeftToOthers(pyright, typingRuns('mypy'), found)).toEqual({
      kind: 'absent',
      leftAlone: true,
      because:
        'pyproject.toml configures it, but the project checks types by mypy (tox.ini [testenv:typing]), and no command of it starts pyright',
    });
    expect(unlessLeftToOthers(mypy, typingRuns('ty check'), found).kind).toBe('absent');
    // It comes with mypy, and compares stubs with the code.
    expect(unlessLeftToOthers(mypy, typingRuns('stubtest pkg'), found).kind).toBe('absent');
  });

  it('judges where a command of the project starts it, or none starts any', () => {
    expect(unlessLeftToOthers(pyright, typingRuns('mypy', 'pyright'), found)).toBe(found);
    expect(unlessLeftToOthers(pyright, typingRuns('pytest'), found)).toBe(found);
  });
});

it('a linter judges beside type checkers', () => {
  expect(unlessLeftToOthers(ruff, typingRuns('mypy'), found)).toBe(found);
});

it('a linter of Node is left to others where nothing of Node is kept', () => {
  const shown = (files: readonly string[]) =>
    unlessLeftToOthers(eslint, someFacts({ files }), found);
  expect(shown(['eslint.config.js'])).toEqual({
    kind: 'absent',
    leftAlone: true,
    because: 'pyproject.toml configures it, but no package.json asks for it',
  });
  expect(shown(['eslint.config.js', 'package.json'])).toBe(found);
});
