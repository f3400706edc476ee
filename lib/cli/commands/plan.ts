import { planSetup, type SetupCommand } from '#check/rules/repository/setup.ts';
import { explainPlan } from '#check/rules/scope/explain-plan.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { addScopeOptions, type CheckOptions, toOverrides } from '../check/options.ts';
import { prepareCommand } from '../check/prepare.ts';
import type { RegisterCommand } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';

/** `ratchetr plan`: says what a check would run and why; nothing is run. */
export const register: RegisterCommand = (program, context) => {
  addScopeOptions(program.command('plan'))
    .description('say what a check would run and why; nothing is run')
    .action(async (paths: readonly string[], options: CheckOptions) => {
      const host = openEngineHost({ ...context, output: context.stderr });
      const wanted = { options, overrides: toOverrides(options), paths };
      const prepared = await prepareCommand(context, host, wanted);
      if (prepared === undefined) return;
      const { schedule, absent, unreadable, facts, config } = prepared;
      const roots = schedule.entries.map(({ plan }) => plan.root);
      const setup = planSetup(facts, { roots, configured: config.setup });
      const lines = [
        ...explainPlan(schedule),
        ...absent.map(({ engine, because }) => `${engine}: nothing; ${because}`),
        ...setup.map((command) => `setup: ${describeSetup(command)}`),
      ];
      context.stdout.write(lines.map((line) => `${line}\n`).join(''));
      if (schedule.problems.length + unreadable > 0) context.exitWith(EXIT.usage);
    });
};

/** Values of variables are ours, never secrets. */
function describeSetup({ run, cwd, env, because }: SetupCommand): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const place = cwd === '.' ? '' : ` in ${cwd}`;
  return `${[...variables, ...run].map(quoteWord).join(' ')}${place}; ${because}`;
}

/** Quoted unless plain, so that a word stays one word. */
function quoteWord(word: string): string {
  return /^[\w./:=@+-]+$/.test(word) ? word : JSON.stringify(word);
}
