import { expect, it } from 'vitest';
import { fix, triesOf } from '../run-fix.ts';
import { plantCases } from './cases.ts';
import { pytestRepairs } from './pytest-repairs.ts';

it('repairs as people make them are taken, in tests or in what they judge', async () => {
  const { root } = await plantCases(pytestRepairs);
  const { report } = await fix(root, ['--branch', 'fixes', '--engine', 'pytest']);
  const taken = Object.keys(pytestRepairs).map((name) => [
    `pytest tests/${name}/test_${name}.py`,
    ['command: accepted'],
  ]);
  expect(triesOf(report)).toEqual(Object.fromEntries(taken));
  expect(report.summary?.outcome).toBe('green');
  const verdicts = report.tasks.map(({ files, attempts }) => [
    files[0]?.split('/')[1],
    attempts[0]?.evidence?.verdict,
  ]);
  expect(Object.fromEntries(verdicts)).toEqual(
    Object.fromEntries(Object.entries(pytestRepairs).map(([name, one]) => [name, one.verdict])),
  );
  const { expectations = [] } = report.summary ?? {};
  expect(expectations).toContainEqual(
    expect.objectContaining({
      test: 'tests/in_class/test_in_class.py::TestTotal::test_two',
      before: expect.stringMatching(
        /def test_two\(self\):\n {8}assert total\(\[1, 2\]\) == \d{4,}/,
      ),
      after: expect.stringContaining('assert total([1, 2]) == 3'),
    }),
  );
});
