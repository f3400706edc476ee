import type { Config } from '#config/schema.ts';
import type { RepairLimits } from '#repair/session-settings.ts';
import type { CliContext } from '../context.ts';
import { refuseCommand } from '../refusal.ts';
import type { FixOptions } from './options.ts';

/** The command line goes before the settings; undefined: it holds no amount, and the person has been told. */
export function readLimits(
  context: CliContext,
  { budget, maxWorkers }: FixOptions,
  { budgets, workers }: Config,
): RepairLimits | undefined {
  const usd = budget === undefined ? budgets.pullRequestUsd : parseAmount(budget);
  const count = maxWorkers === undefined ? workers.max : parseAmount(maxWorkers);
  const problems = [
    ...(usd === undefined
      ? [`--budget takes dollars, such as 2.50, not ${quoteOption(budget)}.`]
      : []),
    ...(count === undefined || !Number.isInteger(count) || count < 1 || count > 64
      ? [`--max-workers takes a whole number from 1 to 64, not ${quoteOption(maxWorkers)}.`]
      : []),
  ];
  if (usd !== undefined && count !== undefined && problems.length === 0) {
    return { budgetUsd: usd, maxWorkers: count };
  }
  refuseCommand(context, problems.join('\n'));
  return undefined;
}

function parseAmount(text: string): number | undefined {
  const amount = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
  return Number.isFinite(amount) ? amount : undefined;
}

function quoteOption(text: string | undefined): string {
  return JSON.stringify(text ?? '');
}
