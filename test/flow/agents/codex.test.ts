import { expect, it } from 'vitest';
import { triesOf } from '../fix/run-fix.ts';
import { answersTo, done, repairWith, rightName, rightTotal } from './ground.ts';

it('Codex runs what judges it in its sandbox, as it is stated and as one would type it', async () => {
  const lines: string[] = [];
  const runs = ['pytest -q', 'python -m pytest -q', 'npx tsc --noEmit'];
  const { code, report, heard } = await repairWith('codex', {
    pytest: (line) => {
      lines.push(line);
      return [
        { run: line },
        rightTotal,
        ...[line, ...runs.slice(0, 2)].map((run) => ({ run })),
        done,
      ];
    },
    tsc: (line) => {
      lines.push(line);
      return [{ run: line }, rightName, { run: line }, { run: runs[2] ?? '' }, done];
    },
  });
  expect(triesOf(report)).toEqual({
    'pytest tests/test_total.py': ['codex: accepted'],
    'tsc web/name.ts': ['codex: accepted'],
  });
  expect(code).toBe(0);
  const [test = '', types = ''] = [...new Set(lines)].toSorted();
  expect(answersTo(heard, test)).toEqual([
    expect.stringContaining('1 failed'),
    expect.stringContaining('1 passed'),
  ]);
  expect(answersTo(heard, types)).toEqual([
    expect.stringContaining('error TS2322'),
    expect.stringContaining('"exit_code":0'),
  ]);
  for (const run of runs) {
    expect(answersTo(heard, run).at(-1)).toContain('"exit_code":0');
  }
});
