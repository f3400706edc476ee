import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';
import { formatProblem } from '#config/problems.ts';

describe('an override', () => {
  const right: Readonly<Record<string, readonly [text: string, path: string, expected: unknown]>> =
    {
      'limits.maxFilesChanged': ['3', 'limits.maxFilesChanged', 3],
      'scope.paths': ['[src, "te st"]', 'scope.paths', ['src', 'te st']],
      'engines.ruff.options.select': ['[E]', 'engines.ruff.options.select', ['E']],
      'tools."python3.12"': ['[python3]', 'tools."python3.12"', ['python3']],
      limits: ['{maxLinesChanged: 9}', 'limits.maxLinesChanged', 9],
      'timeouts.session': ['1h', 'timeouts.session', 3_600_000],
    };

  it.each(Object.entries(right))('of %s is read as YAML', (path, [text, leaf, expected]) => {
    const outcome = loadConfig({ env: {}, overrides: [{ path, text }] });
    if (outcome.kind === 'invalid') throw new Error(JSON.stringify(outcome.problems));
    expect(outcome.origins.get(leaf)).toEqual({ kind: 'command-line', argument: `--set ${path}` });
    expect(JSON.stringify(outcome.config)).toContain(JSON.stringify(expected));
  });

  const wrong: Readonly<Record<string, readonly [text: string, expected: string]>> = {
    '': ['1', '"" is not the path of a setting; join keys by dots'],
    'limits..maxFilesChanged': ['1', 'is not the path of a setting'],
    '.limits': ['1', 'is not the path of a setting'],
    'limits.': ['1', 'is not the path of a setting'],
    'tools."open': ['[a]', 'is not the path of a setting'],
    '__proto__.enabled': ['true', 'is not the path of a setting'],
    'limits.maxFileChanged': ['1', 'did you mean maxFilesChanged?'],
    'scope.paths.0': ['src', 'scope.paths is a map, not a list'],
    'policy.drafts': ['', 'policy.drafts has no value'],
    'budgets.attemptUsd': ['free', 'is the text "free", not a number'],
    enabled: ['a: b', 'enabled is a list or map without brackets'],
    profile: ['"x', 'profile: a quote opens here and is never closed'],
  };

  it.each(Object.entries(wrong))('of "%s" is told to be wrong', (path, [text, expected]) => {
    const outcome = loadConfig({ env: {}, overrides: [{ path, text }] });
    const lines = outcome.kind === 'ok' ? [] : outcome.problems.map(formatProblem);
    expect(lines).toEqual([expect.stringContaining(expected)]);
    expect(lines[0]?.startsWith(`--set ${path}: `)).toBe(true);
  });
});
