import { describe, expect, it } from 'vitest';
import { judgeSilenced } from '#domain/enforce/silenced.ts';
import { add, edit, rename, rulesOf, told } from './diffs.ts';

describe('what is silenced', () => {
  it.each([
    ['@pytest.mark.skip\ndef test_a():\n', 'test_a.py', 'TEST_SKIPPED'],
    ['@pytest.mark.xfail(reason="x")\ndef test_a():\n', 'test_a.py', 'TEST_SKIPPED'],
    ["it.skip('a', f);", 'a.test.ts', 'TEST_SKIPPED'],
    ["it.only('a', f);", 'a.test.ts', 'TEST_SKIPPED'],
    ["test.todo('a');", 'a.test.ts', 'TEST_SKIPPED'],
    ["describe.concurrent.skip('a', f);", 'a.test.ts', 'TEST_SKIPPED'],
    ['import os  # noqa: F401', 'a.py', 'SUPPRESSION_ADDED'],
  ])('%j in %s', (text, path, code) => {
    const expected = [`${code} ${path}`];
    expect(told(judgeSilenced([edit(path, 'x\n', `x\n${text}`)], rulesOf()))).toEqual(expected);
    expect(told(judgeSilenced([add(path, text)], rulesOf()))).toEqual(expected);
    expect(judgeSilenced([edit(path, text, 'x')], rulesOf())).toEqual([]);
  });

  it('is not new where it moves to another line or file', () => {
    const noqa = 'import os  # noqa\n';
    const diff = [edit('a.py', noqa, ''), edit('b.py', '', noqa), edit('c.py', noqa, `x\n${noqa}`)];
    expect(judgeSilenced(diff, rulesOf())).toEqual([]);
    expect(judgeSilenced([rename('d.py', 'e.py', noqa)], rulesOf())).toEqual([]);
  });

  it('is told where there is more of it', () => {
    const noqa = 'import os  # noqa\n';
    const diff = [edit('a.py', noqa, ''), edit('b.py', '', `${noqa}import re # noqa\n`)];
    expect(told(judgeSilenced(diff, rulesOf()))).toEqual(['SUPPRESSION_ADDED b.py']);
  });

  it('may be, where the task asks for it, each for itself', () => {
    const diff = [
      add('a.py', '# noqa\n'),
      add('test_a.py', 'pytest.skip("x")\n@pytest.mark.skip\n'),
    ];
    const skips = judgeSilenced(diff, rulesOf({ request: { permits: ['suppressions'] } }));
    expect(new Set(skips.map(({ code }) => code))).toEqual(new Set(['TEST_SKIPPED']));
    const rest = judgeSilenced(diff, rulesOf({ request: { permits: ['skips'] } }));
    expect(told(rest)).toEqual(['SUPPRESSION_ADDED a.py']);
  });

  it('counts only in files that the engine judges', () => {
    expect(judgeSilenced([add('docs/a.md', '# noqa\n')], rulesOf())).toEqual([]);
  });
});
