import { spendingVerbs } from '#domain/broker/spending-verbs.ts';
import { budgetLimits } from '#config/budget-limits.ts';
import { budgets } from '#config/sections/spending.ts';
import type { Run } from '#domain/model/run.ts';
import type { RunBrief } from '#domain/model/run-brief.ts';
import type { EachBudget } from '#domain/spending/budgets.ts';
import { microDollars } from '#domain/spending/prices.ts';
import type { Spending, SpendingAccounts } from '#ports/spending.ts';
import { monthAccount } from '../month-account.ts';
import { briefOf } from '../serve-session.ts';
import { type Refused, refused, tell } from './answer.ts';
import { brokerKey } from './broker-key.ts';
import type { ServeWorkerDeps, Speaker } from './deps.ts';
import { type Handler, handler } from './handler.ts';

/** How the gateway beside a worker pays: from accounts and within limits that are no choice of the worker. */
export const spendingHandlers = {
  reserve: handler(spendingVerbs.reserve, {
    runs: () => [],
    serve: async (deps, speaker, { attempt, amount }) => {
      const opened = await openLedger(deps, speaker, attempt);
      if ('refused' in opened) return opened;
      const outcome = await opened.spending.reserve(opened.accounts, amount);
      if (outcome.kind !== 'reserved') return { told: outcome };
      return { told: { ...outcome, id: await signedId(deps, speaker, outcome.id) } };
    },
  }),
  settle: handler(spendingVerbs.settle, {
    runs: () => [],
    serve: async (deps, speaker, { id: signed, amount }) => {
      const id = signed.slice(0, signed.lastIndexOf('.'));
      if (signed !== (await signedId(deps, speaker, id))) {
        return refused('not-yours', 'The reservation was not made for this run');
      }
      // No limit plays a part in what was set aside already.
      await deps.spending({ attempt: 0, pullRequest: 0, month: 0 }).settle(id, amount);
      return tell('settled');
    },
  }),
  balance: handler(spendingVerbs.balance, {
    runs: () => [],
    serve: async (deps, speaker, { attempt }) => {
      const opened = await openLedger(deps, speaker, attempt);
      if ('refused' in opened) return opened;
      return { told: await opened.spending.balance(opened.accounts) };
    },
  }),
} satisfies Record<keyof typeof spendingVerbs, Handler>;

interface OpenedLedger {
  readonly spending: Spending;
  readonly accounts: SpendingAccounts;
}

async function openLedger(
  deps: ServeWorkerDeps,
  { runId, workspaceId }: Speaker,
  attempt: string,
): Promise<OpenedLedger | Refused> {
  if (!attempt.startsWith(`${runId}/`)) {
    return refused('not-yours', 'The account is not that of an attempt of this run');
  }
  const [run, brief] = [await deps.runs.loadRun(runId), await briefOf(deps, runId)];
  if (run === undefined || brief === undefined) return refused('over', `${runId} has no brief`);
  const month = monthAccount(deps.clock.now());
  const accounts = { attempt, pullRequest: workspaceId, month };
  return { spending: deps.spending(limitsOf(run, brief)), accounts };
}

/** The budgets of the settings under which the run was begun; no attempt may take more than the run has left. */
function limitsOf({ config }: Run, { budgetUsd }: RunBrief): EachBudget<number> {
  const limits = budgetLimits(budgets.parse(config['budgets'] ?? {}));
  return { ...limits, attempt: Math.min(limits.attempt, microDollars(budgetUsd)) };
}

/** A reservation can be settled by the run it was made for alone. */
async function signedId(
  { seals, ...deps }: ServeWorkerDeps,
  { runId }: Speaker,
  id: string,
): Promise<string> {
  return `${id}.${seals.make(`r1.${runId}.${id}`, await brokerKey(deps))}`;
}
