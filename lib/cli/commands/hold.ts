import { InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '#config/duration.ts';
import type { RegisterCommand } from '../context.ts';
import { sendOrder } from '../workspaces/give-order.ts';
import { addPlaneOptions, type PlaneLocation } from '../workspaces/open-operations.ts';
import { pullRequestArgument } from '../workspaces/with-workspace.ts';

interface Options extends PlaneLocation {
  readonly for: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** `ratchetr hold`: the ratchet leaves the branch alone while a person works on it. */
export const register: RegisterCommand = (program, context) => {
  const howLong = new Option('--for <duration>', 'how long, from 1m to 24h');
  const command = program
    .command('hold')
    .argument(...pullRequestArgument)
    .description('leave a pull request alone while a person works on its branch')
    .addOption(howLong.argParser(toHold).default(hourMs, '1h'));
  addPlaneOptions(command).action((asked: string, { for: milliseconds, home, stack }: Options) =>
    sendOrder(context, { asked, home, stack }, { kind: 'hold', milliseconds }),
  );
};

function toHold(text: string): number {
  const milliseconds = parseDuration(text) ?? NaN;
  if (milliseconds >= minuteMs && milliseconds <= 24 * hourMs) return milliseconds;
  throw new InvalidArgumentError('Write a duration from 1m to 24h, such as 30m.');
}
