import { describe, expect, it } from 'vitest';
import type { Detection } from '#check/rules/repository/evidence.ts';
import { chooseRoots, type RootRequest } from '#check/rules/scope/wanted-roots.ts';

const wish: RootRequest = {
  engine: 'ruff',
  nested: 'apart',
  asked: false,
  environment: {},
  config: {},
};
const shown = (...places: readonly string[]): readonly Detection[] =>
  places.map((at) => ({ kind: 'present', because: `${at} shows it`, at }));
const absent: Detection = { kind: 'absent', because: 'nothing was found' };
const enabled = (value: boolean) => ({ engines: { ruff: { enabled: value } } });

describe('an engine is wanted', () => {
  it.each<[string, Partial<RootRequest>, readonly Detection[], readonly string[]]>([
    ['where something shows it, once', {}, shown('web', '.', '.'), ['.', 'web']],
    ['in each folder, where it leaves them apart', {}, shown('.', 'a', 'a/b'), ['.', 'a', 'a/b']],
    [
      'in the outermost ones, where it sees to the others itself',
      { nested: 'itself' },
      shown('a/b', 'a', 'ab', 'c/d'),
      ['a', 'ab', 'c/d'],
    ],
    [
      'here, where it is switched on and nothing shows it',
      { config: enabled(true) },
      [absent],
      ['.'],
    ],
    [
      'there, where it is switched on and something shows it',
      { config: enabled(true) },
      [absent, ...shown('web')],
      ['web'],
    ],
    ['here, where it is asked for and nothing shows it', { asked: true }, [absent], ['.']],
    [
      'where the environment switches it on again',
      { config: enabled(false), environment: enabled(true) },
      shown('web'),
      ['web'],
    ],
    [
      'where the profile switches it on',
      { config: { profile: 'all', profiles: { all: enabled(true) } } },
      [absent],
      ['.'],
    ],
  ])('%s', (_name, changes, found, roots) => {
    expect(chooseRoots({ ...wish, ...changes }, found)).toEqual({ kind: 'wanted', roots });
  });

  it.each<[string, Partial<RootRequest>, readonly Detection[], string]>([
    ['nothing shows it', {}, [absent, absent], 'nothing was found'],
    ['it is switched off', { config: enabled(false) }, shown('.'), 'it is switched off'],
    [
      'it is switched off and asked for',
      { config: enabled(false), asked: true },
      shown('.'),
      'it is switched off',
    ],
  ])('but not where %s', (_name, changes, found, because) => {
    expect(chooseRoots({ ...wish, ...changes }, found)).toEqual({ kind: 'left-alone', because });
  });
});
