import { expect, it } from 'vitest';
import { fix, triesOf } from '../run-fix.ts';
import { plantCases } from './cases.ts';
import { pytestCheats } from './pytest-cheats.ts';

it('tests that are made to demand nothing are no repair, whatever way is taken', async () => {
  const { root } = await plantCases(pytestCheats);
  const { report } = await fix(root, ['--branch', 'fixes', '--engine', 'pytest']);
  expect(triesOf(report)).toEqual(
    Object.fromEntries(
      Object.entries(pytestCheats).map(([name, { code = '' }]) => [
        `pytest tests/${name}/test_${name}.py`,
        [expect.stringMatching(new RegExp(String.raw`^command: .*\b(?:${code})\b`))],
      ]),
    ),
  );
});
