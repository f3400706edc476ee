import { describe, expect, it } from 'vitest';
import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import { failed, found } from './found.ts';

const three = { sameFailureFiles: 3 };
const refused = (file: string) => failed(file, 'ConnectionError', 'port 80 refused');

describe('byTestFile', () => {
  it('makes one task of each test file', () => {
    const drafts = byTestFile([refused('t/a.py'), refused('t/b.py'), refused('t/a.py')], three);
    expect(drafts).toMatchObject([
      { taskType: 'fix', targets: { files: ['t/a.py'] } },
      { taskType: 'fix', targets: { files: ['t/b.py'] } },
    ]);
    expect(drafts[0]?.targets.testIds).toHaveLength(2);
  });

  it('makes one task of the files that share a failure, with all that fails in them', () => {
    const other = failed('t/b.py', 'KeyError', "'total'");
    const alone = failed('t/d.py', 'KeyError', "'total'");
    const drafts = byTestFile(
      [refused('t/a.py'), other, refused('t/b.py'), alone, refused('t/c.py')],
      three,
    );
    expect(drafts).toMatchObject([
      { taskType: 'refactor', targets: { files: ['t/a.py', 't/b.py', 't/c.py'] } },
      { taskType: 'fix', targets: { files: ['t/d.py'] } },
    ]);
    expect(drafts[0]?.findingIds).toContain(other.id);
  });

  it('asks for as many files as it is told', () => {
    const all = ['t/a.py', 't/b.py'].map(refused);
    expect(byTestFile(all, { sameFailureFiles: 2 })).toMatchObject([{ taskType: 'refactor' }]);
    expect(byTestFile(all.slice(1), { sameFailureFiles: 1 })).toMatchObject([{ taskType: 'fix' }]);
  });

  it('does not take the name of an exception alone for one cause', () => {
    const all = ['a', 'b', 'c'].map((name) => failed(`t/${name}.py`, 'AssertionError', name));
    expect(byTestFile(all, three)).toHaveLength(3);
  });

  it('sees through addresses in messages', () => {
    const all = ['0x7f01', '0x7f02', '0x7f03'].map((address, index) =>
      failed(`t/${index}.py`, 'TypeError', `<Cart at ${address}> is not iterable`),
    );
    expect(byTestFile(all, three)).toMatchObject([{ taskType: 'refactor' }]);
  });

  it('takes the failure of most files first, and a file into one task only', () => {
    const files = ['t/a.py', 't/b.py', 't/c.py', 't/d.py'];
    const wide = files.map(refused);
    const narrow = files.slice(1).map((file) => failed(file, 'KeyError', "'total'"));
    const drafts = byTestFile([...narrow, ...wide], three);
    expect(drafts).toMatchObject([{ taskType: 'refactor', targets: { files } }]);
  });

  it('chooses among equals by name, so that order is no matter', () => {
    const files = ['t/a.py', 't/b.py', 't/c.py', 't/d.py'];
    const first = files.slice(0, 3).map((file) => failed(file, 'AError', 'down'));
    const last = files.slice(1).map((file) => failed(file, 'BError', 'down'));
    const drafts = [
      { taskType: 'refactor', targets: { files: files.slice(0, 3) } },
      { taskType: 'fix', targets: { files: ['t/d.py'] } },
    ];
    expect(byTestFile([...first, ...last], three)).toMatchObject(drafts);
    expect(byTestFile([...last, ...first], three)).toMatchObject(drafts);
  });

  it('never takes what has no exception, or no file, for shared', () => {
    const without = ['a', 'b', 'c'].map((name) =>
      found(`t/${name}.py`, { symbol: undefined, kind: 'test_failure' }),
    );
    expect(byTestFile(without, three)).toHaveLength(3);
    const nowhere = [1, 2, 3].map(() => found(undefined, { kind: 'test_warnings' }));
    expect(byTestFile(nowhere, three)).toMatchObject([{ taskType: 'fix' }]);
  });

  it('puts files that cannot be loaded before tests that fail', () => {
    const missing = found('t/a.py', { kind: 'test_failure', severity: 'blocker' });
    const [first, second] = byTestFile([missing, refused('t/b.py')], three);
    expect([first?.rank.stage, second?.rank.stage]).toEqual(['collection', 'tests']);
  });
});
