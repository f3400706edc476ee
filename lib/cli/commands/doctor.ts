import type { Paint } from '#report/human/look.ts';
import type { StackClient } from '#aws/operators/stack-client.ts';
import type { Check } from '#ratchet/rules/operators/operator-methods.ts';
import { safeLine } from '#report/safe-text.ts';
import { createPaint, formatJson } from '../print.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';
import { stackOption } from '../workspaces/open-operations.ts';

interface Options {
  readonly stack: string;
  /** False: `--no-worker` was given. */
  readonly worker: boolean;
  readonly json?: true;
}

/** `ratchetr doctor`: checks a stack from end to end, and says what is wrong and what to do. */
export const register: RegisterCommand = (program, context) => {
  program
    .command('doctor')
    .description('check a stack from end to end; say what is wrong and what to do')
    .addOption(stackOption('the stack in your AWS account').makeOptionMandatory())
    .option('--no-worker', 'do not launch a worker, which takes a minute or two')
    .option('--json', 'print the checks as JSON')
    .action(async (options: Options) => {
      const { withStack } = await import('../workspaces/open-stack.ts');
      await withStack(context, options.stack, ({ client }) =>
        examineStack(context, client, options),
      );
    });
};

async function examineStack(
  context: CliContext,
  client: StackClient,
  options: Options,
): Promise<void> {
  const { checkGitHub } = await import('../stack/check-github.ts');
  const { checkWorker, newProbe } = await import('../stack/check-worker.ts');
  const { runCheckSafely } = await import('../stack/seen.ts');
  const { signal, stdout, exitWith, system } = context;
  const probe = newProbe();
  const about = await client.about();
  const launchWorker = () => checkWorker({ client, clock: system.clock, signal }, probe);
  const groups: (() => Promise<readonly Check[]>)[] = [
    () => client.health(probe),
    () => checkGitHub(context, about),
    async () => (options.worker ? [await runCheckSafely('worker', launchWorker)] : []),
  ];
  const seen: Check[] = [];
  for (const group of groups) {
    const checks = await group();
    seen.push(...checks);
    if (!options.json) stdout.write(describeChecks(createPaint(context), checks));
  }
  if (options.json) stdout.write(formatJson(seen));
  if (seen.some(({ ok }) => !ok)) exitWith(EXIT.toolFailure);
}

function describeChecks(paint: Paint, checks: readonly Check[]): string {
  const lines = checks.flatMap(({ name, ok, told, todo }) => {
    const word = ok ? paint('green', 'ok   ') : paint('red', 'WRONG');
    const line = `${word}  ${name.padEnd(18)}  ${safeLine(told)}`;
    return todo === null ? [line] : [line, `${' '.repeat(27)}${safeLine(todo)}`];
  });
  return lines.map((line) => `${line}\n`).join('');
}
