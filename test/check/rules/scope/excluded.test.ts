import { describe, expect, it } from 'vitest';
import { createExclusion, listExcluded } from '#check/rules/scope/excluded.ts';

const files = new Set([
  'a.py',
  'gen/b.py',
  'gen/c.txt',
  'src/gen/d.py',
  'src/e.py',
  'src/f_pb2.py',
]);
const excluded = (...globs: readonly string[]) => listExcluded(files, createExclusion(globs));

describe('what settings exclude', () => {
  it.each<[string[], string[]]>([
    [[], []],
    [['gen'], ['gen']],
    [['gen/'], ['gen']],
    [['gen/**'], ['gen']],
    [['gen/*.py'], ['gen/b.py']],
    [['**/gen'], ['gen', 'src/gen']],
    [['**/*_pb2.py'], ['src/f_pb2.py']],
    [['src/*'], ['src']],
    [['nowhere'], []],
    [['**'], ['a.py', 'gen', 'src']],
  ])('%j: %j', (globs, paths) => {
    expect(excluded(...globs)).toEqual(paths);
  });
});
