import { describe, expect, it } from 'vitest';
import { triesOf } from '../fix/run-fix.ts';
import { answersTo, done, repairWith, rightName, rightTotal } from './ground.ts';

const bothAccepted = {
  'pytest tests/test_total.py': ['claude-code: accepted'],
  'tsc web/name.ts': ['claude-code: accepted'],
};

const ordinary = {
  pytest: [
    'pytest -q tests',
    'python -m pytest -q',
    '.venv/bin/python -m pytest tests/test_total.py::test_total',
    'pytest -q 2>&1 | tail -3',
  ],
  tsc: ['npx tsc --noEmit', 'node_modules/.bin/tsc --noEmit', 'tsc -p tsconfig.json --noEmit'],
};

const others = [
  "python -c 'print(1)'",
  'npx cowsay hello',
  'pytest -q; python -m this',
  'curl http://127.0.0.1:1',
];

describe('Claude Code', () => {
  it('runs what judges it, as it is stated and as one would type it, and nothing else', async () => {
    const lines: string[] = [];
    const { code, report, heard } = await repairWith('claude-code', {
      pytest: (line) => {
        lines.push(line);
        const more = [line, ...ordinary.pytest, ...others].map((run) => ({ run }));
        return [{ run: line }, rightTotal, ...more, done];
      },
      tsc: (line) => {
        lines.push(line);
        const more = [line, ...ordinary.tsc].map((run) => ({ run }));
        return [{ run: line }, rightName, ...more, done];
      },
    });
    expect(triesOf(report)).toEqual(bothAccepted);
    expect(code).toBe(0);
    const [test = '', types = ''] = [...new Set(lines)].toSorted();
    expect(answersTo(heard, test)).toEqual([
      expect.stringContaining('1 failed'),
      expect.stringContaining('1 passed'),
    ]);
    expect(answersTo(heard, types)[0]).toContain('error TS2322');
    for (const run of [types, ...ordinary.tsc]) {
      expect(answersTo(heard, run).at(-1)).not.toMatch(/error|denied|not found/i);
    }
    for (const run of ordinary.pytest) {
      expect(answersTo(heard, run)).toEqual([expect.stringContaining('1 passed')]);
    }
    for (const run of others) {
      expect(answersTo(heard, run)).toEqual([expect.stringContaining('has been denied')]);
    }
  });

  it('is judged by its change where it ends without the answer that was asked for', async () => {
    const { code, report } = await repairWith('claude-code', {
      pytest: () => [rightTotal, { say: 'The total was wrong; I repaired it.' }],
      tsc: () => [rightName, { say: '{ "status": "success", "changes": {' }],
    });
    expect(triesOf(report)).toEqual(bothAccepted);
    expect(code).toBe(0);
    const warnings = report.tasks.flatMap(({ attempts }) =>
      attempts.map(({ verdict }) => verdict?.kind === 'accepted' && verdict.warnings),
    );
    expect(warnings).toEqual([
      [expect.objectContaining({ code: 'AGENT_GARBAGE' })],
      [expect.objectContaining({ code: 'AGENT_GARBAGE' })],
    ]);
  });
});
