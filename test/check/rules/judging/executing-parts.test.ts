import { describe, expect, it } from 'vitest';
import { findExecutedParts, isPartlyExecuted } from '#check/rules/judging/executing-parts.ts';

const named = (path: string, before: string, after: string) =>
  findExecutedParts(path, [before], after)?.names;

const manifest = (value: unknown) => JSON.stringify(value);

describe('what of a manifest is executed', () => {
  it.each([
    [{ scripts: { a: '1' } }, { scripts: { a: '2' } }, ['scripts.a']],
    [{ scripts: { a: '1' } }, { scripts: { a: '1', postinstall: 'x' } }, ['scripts.postinstall']],
    [{ scripts: { a: '1' } }, {}, ['scripts.a']],
    [{}, { husky: { hooks: { 'pre-push': 'x' } } }, ['husky.hooks']],
    [{}, { 'lint-staged': { '*': 'x' } }, ['lint-staged.*']],
    [{}, { packageManager: 'yarn@1' }, ['packageManager']],
    [{}, { pnpm: { onlyBuiltDependencies: ['x'] } }, ['pnpm.onlyBuiltDependencies']],
  ])('of package.json: %j -> %j', (before, after, names) => {
    expect(named('web/package.json', manifest(before), manifest(after))).toEqual(names);
  });

  it.each([
    [{ scripts: { a: '1' } }, { scripts: { a: '1' }, dependencies: { x: '1' } }],
    [{ scripts: { a: '1', b: '2' } }, { scripts: { b: '2', a: '1' } }],
    [{}, { type: 'module' }],
  ])('and nothing else: %j -> %j', (before, after) => {
    expect(named('package.json', manifest(before), manifest(after))).toBeUndefined();
  });

  it('is all of a new manifest, and what cannot be read', () => {
    expect(named('package.json', '', manifest({ scripts: { a: '1' } }))).toEqual(['scripts.a']);
    expect(named('package.json', '{}', '{')).toEqual(['what cannot be read']);
    expect(named('package.json', '{', manifest({ scripts: { a: '1' } }))).toEqual(['scripts.a']);
  });

  it('is what neither side of a merge had', () => {
    const sides = [manifest({ scripts: { a: '1' } }), manifest({ scripts: { a: '1', b: '2' } })];
    const both = findExecutedParts('package.json', sides, sides[1] ?? '');
    expect(both).toBeUndefined();
    const third = manifest({ scripts: { a: '1', b: '3' } });
    expect(findExecutedParts('package.json', sides, third)?.names).toEqual(['scripts.b']);
  });

  it('is the build of a Python project', () => {
    const plain = '[build-system]\nrequires = ["hatchling"]\n\n[project]\nname = "x"\n';
    const own = plain.replace('\n\n', '\nbackend-path = ["."]\n\n');
    expect(named('pyproject.toml', plain, own)).toEqual(['build-system']);
    expect(named('pyproject.toml', plain, plain.replace('"x"', '"y"'))).toBeUndefined();
    expect(named('pyproject.toml', '', plain)).toEqual(['build-system']);
  });

  it('is what Composer and Deno run', () => {
    expect(named('composer.json', '{}', '{"scripts":{"a":"b"}}')).toEqual(['scripts.a']);
    expect(named('deno.jsonc', '{}', '{/* */"tasks":{"a":"b"},}')).toEqual(['tasks.a']);
    expect(isPartlyExecuted('src/package.ts')).toBe(false);
  });
});
