import { expect, it } from 'vitest';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { found } from './found.ts';

it('makes one task of each file, whatever rules its findings break', () => {
  const all = [found('a.py'), found('b.py'), found('a.py', { meta: { fixable: true } })];
  const drafts = byFile(all);
  expect(drafts).toMatchObject([
    { taskType: 'fix', targets: { files: ['a.py'] }, findingIds: [all[0]?.id, all[2]?.id] },
    { taskType: 'fix', targets: { files: ['b.py'] }, findingIds: [all[1]?.id] },
  ]);
});

it('makes one task of all that concerns no file', () => {
  const drafts = byFile([found(undefined), found(undefined)]);
  expect(drafts).toMatchObject([{ targets: { files: [], testIds: [], modules: [] } }]);
});

it('ranks a file by the most urgent of its findings', () => {
  const [draft] = byFile([
    found('a.py', { severity: 'low' }),
    found('a.py', { kind: 'syntax_error', severity: 'blocker' }),
    found('a.py', { kind: 'type_error' }),
  ]);
  expect(draft?.rank).toEqual({ stage: 'blocking', severity: 'blocker' });
});
