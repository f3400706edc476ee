import { explainPlan } from '#domain/scope/explain-plan.ts';
import { addCheckOptions, type CheckOptions, prepareCheck } from '../check/prepare.ts';
import type { RegisterCommand } from '../context.ts';
import { EXIT } from '../exit-codes.ts';

/** `ratchetr plan`: says what a check would run and why; nothing is run. */
export const register: RegisterCommand = (program, context) => {
  addCheckOptions(program.command('plan'))
    .description('say what a check would run and why; nothing is run')
    .action(async (paths: readonly string[], options: CheckOptions) => {
      const prepared = await prepareCheck(context, paths, options);
      if (prepared === undefined) return;
      const { schedule, absent, unreadable } = prepared;
      const lines = [
        ...explainPlan(schedule),
        ...absent.map(({ engine, because }) => `${engine}: nothing; ${because}`),
      ];
      context.stdout.write(lines.map((line) => `${line}\n`).join(''));
      if (schedule.problems.length + unreadable > 0) context.exitWith(EXIT.usage);
    });
};
