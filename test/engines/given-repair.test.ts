import { describe, expect, it } from 'vitest';
import { defaultTaskLimits } from '#repair/rules/tasks/draft.ts';
import { givenOptions } from '#engines/given-options.ts';
import { givenRepair } from '#engines/given-command.ts';
import { failed, found } from '../repair/rules/tasks/found.ts';
import { planOf } from './recorded.ts';

type Scope = Parameters<typeof givenRepair>[1];

/** The check of a task for `src/a.x`, while another finding stays in `src/b.x`. */
function checkOf(scope: Scope, given: object) {
  const options = givenOptions.parse({ command: ['judge', '--strict'], ...given });
  const { tasks, validation } = givenRepair(options, scope);
  const [draft] = tasks([found('src/a.x')], defaultTaskLimits);
  if (draft === undefined) throw new Error('No task was made');
  const plan = planOf({ scope: ['src', 'lib'], args: ['--an-argument'] });
  const others = [found('src/b.x')];
  const input = { draft, plan, others, complete: true, timeoutMs: 1, limits: defaultTaskLimits };
  const { commands, successCriteria } = validation(input);
  return { args: commands[0]?.args, exit0: successCriteria.requireExitCode0 };
}

const start = ['judge', '--strict', '--an-argument'];

describe('the check of a command that the user gives', () => {
  it('judges the files of the task where its paths follow it', () => {
    expect(checkOf('per-file', {})).toEqual({ args: [...start, 'src/a.x'], exit0: true });
  });

  it('judges everything where they do not, or where it needs the whole program', () => {
    expect(checkOf('per-file', { paths: 'none' })).toEqual({ args: start, exit0: false });
    const everything = { args: [...start, 'src', 'lib'], exit0: false };
    expect(checkOf('whole-program', {})).toEqual(everything);
  });

  it.each([{ exitCodes: { success: [0, 3] } }, { ignoreExit: [3] }])(
    'does not ask for exit code 0 where another is well: %o',
    (given) => {
      expect(checkOf('per-file', given).exit0).toBe(false);
    },
  );

  it('takes files of tests together that fail in one way', () => {
    const options = givenOptions.parse({ command: ['judge'] });
    const all = ['a', 'b', 'c'].map((name) => failed(`${name}.x`, 'TypeError', 'null'));
    const count = (scope: Scope) =>
      givenRepair(options, scope).tasks(all, defaultTaskLimits).length;
    expect([count('tests'), count('per-file')]).toEqual([1, 3]);
  });
});
