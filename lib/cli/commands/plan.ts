import { writeWords } from '#base/words.ts';
import type { PlannedCheck } from '#check/prepare/plan-check.ts';
import type { SetupCommand } from '#check/rules/repository/setup-command.ts';
import { planSetup } from '#check/rules/repository/setup.ts';
import { explainPlan } from '#check/rules/scope/explain-plan.ts';
import { explainProject } from '#check/prepare/explain-project.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { addScopeOptions, type CheckOptions, toOverrides } from '../check/options.ts';
import { type CheckCommand, prepareCommand } from '../check/prepare.ts';
import type { RegisterCommand } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';

/** `ratchetr plan`: says what a check would run and why; nothing is run. */
export const register: RegisterCommand = (program, context) => {
  addScopeOptions(program.command('plan'))
    .description('say what a check would run and why; nothing is run')
    .action(async (paths: readonly string[], options: CheckOptions) => {
      const host = openEngineHost({ ...context, output: context.stderr });
      const overrides: CheckCommand['overrides'] = (fromTop) => toOverrides(options, fromTop);
      const prepared = await prepareCommand(context, host, { options, overrides, paths });
      if (prepared === undefined) return;
      const { schedule, absent, unreadable, facts, config, engines, unjudged } = prepared;
      const roots = [...new Set(schedule.entries.map(({ plan }) => plan.root))];
      const setup = planSetup(facts, { roots, configured: config.setup });
      const lines = [
        ...explainPlan(schedule),
        ...unjudged.map(({ name, because }) => `not judged: ${name}: ${because}`),
        ...describeAbsent(absent),
        ...explainProject(facts, { roots: roots.length === 0 ? ['.'] : roots, engines }),
        ...setup.map((command) => `setup: ${describeSetup(command)}`),
      ];
      if (schedule.entries.length === 0) context.exitWith(EXIT.nothingJudged);
      context.stdout.write(lines.map((line) => `${line}\n`).join(''));
      if (schedule.problems.length + unreadable.length > 0) context.exitWith(EXIT.usage);
    });
};

/** Most tools are those of other languages, so what nothing shows is named in one line. */
function describeAbsent(absent: PlannedCheck['absent']): readonly string[] {
  const unseen = absent.filter(({ noSign }) => noSign === true).map(({ engine }) => engine);
  const told = absent.filter(({ noSign }) => noSign !== true);
  return [
    ...told.map(({ engine, because }) => `${engine}: nothing; ${because}`),
    ...(unseen.length === 0 ? [] : [`no sign of ${unseen.join(', ')}`]),
  ];
}

/** Values of variables are ours, never secrets. */
function describeSetup({ run, cwd, env, because }: SetupCommand): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const place = cwd === '.' ? '' : ` in ${cwd}`;
  return `${writeWords([...variables, ...run])}${place}; ${because}`;
}
