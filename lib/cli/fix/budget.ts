import type { Config } from '#config/schema.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import type { FixOptions } from './options.ts';

/** Most dollars of one run; undefined: what was given is no amount, which was told. */
export function budgetOf(
  { stderr, exitWith }: CliContext,
  { budget }: Pick<FixOptions, 'budget'>,
  { budgets }: Pick<Config, 'budgets'>,
): number | undefined {
  if (budget === undefined) return budgets.pullRequestUsd;
  const usd = /^\d+(?:\.\d+)?$/.test(budget) ? Number(budget) : NaN;
  if (Number.isFinite(usd)) return usd;
  stderr.write(
    `--budget takes an amount of dollars, such as 2.50, not ${JSON.stringify(budget)}.\n`,
  );
  exitWith(EXIT.usage);
  return undefined;
}
