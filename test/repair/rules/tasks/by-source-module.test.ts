import { expect, it } from 'vitest';
import { bySourceModule } from '#repair/rules/tasks/by-file.ts';
import { found } from './found.ts';

const gapIn = (path: string, line: number) =>
  found(path, { tool: 'coverage', kind: 'coverage_gap', symbol: 'uncovered-lines', line });

it('asks for tests of each source file and names its module', () => {
  const gaps = [gapIn('src/a.py', 9), gapIn('src/a.py', 2), gapIn('src/b.py', 3)];
  const drafts = bySourceModule(gaps, (path) => path.slice(4, -3));
  expect(drafts).toMatchObject([
    { taskType: 'add_test', targets: { files: ['src/a.py'], modules: ['a'] } },
    { taskType: 'add_test', targets: { files: ['src/b.py'], modules: ['b'] } },
  ]);
  expect(drafts.map(({ findingIds }) => findingIds)).toEqual([
    [gaps[1]?.id, gaps[0]?.id],
    [gaps[2]?.id],
  ]);
  expect(drafts[0]?.title).toBe('Write tests for uncovered code in src/a.py');
});
