import { expect, it } from 'vitest';
import { describeUncovered, findUncoveredLines } from '#check/rules/findings/uncovered-lines.ts';

it('finds runs of added lines that no test reaches, and no others', () => {
  const files = [
    { path: 'a.py', uncovered: [9, 3, 4, 5, 20] },
    { path: 'b.py', uncovered: [1] },
  ];
  const runs = findUncoveredLines(files, (path, line) => path === 'a.py' && line !== 20);
  expect(runs).toEqual([
    { path: 'a.py', first: 3, last: 5 },
    { path: 'a.py', first: 9, last: 9 },
  ]);
  expect(runs.map(describeUncovered)).toEqual([
    'These 3 lines were added and no test reaches them.',
    'This line was added and no test reaches it.',
  ]);
});
