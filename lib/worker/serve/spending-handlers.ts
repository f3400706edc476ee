import { ok, refuse } from '#base/outcome.ts';
import type { workerProtocol } from '../rules/protocol/worker-protocol.ts';
import { budgetLimits } from '#config/budget-limits.ts';
import { budgets } from '#config/sections/spending.ts';
import type { Run } from '#model/run.ts';
import type { RunBrief } from '#model/run-brief.ts';
import type { EachBudget } from '#gateway/rules/spending/budgets.ts';
import { withSeal } from '#repair/rules/session/capability.ts';
import { microDollars } from '#gateway/rules/spending/prices.ts';
import type { Spending, SpendingAccounts } from '#gateway/needs/spending.ts';
import { monthAccount } from '#ratchet/month-account.ts';
import { loadBrief } from '../serve-session.ts';
import { brokerKey } from './broker-key.ts';
import type { BrokerServices, Speaker } from './services.ts';
import { isFromGateway } from './gateway-credential.ts';
import type { BrokerOutcome, Handlers } from './handlers.ts';

/** How the gateway beside a worker pays: the broker chooses the accounts and the limits, not the worker. */
export const spendingHandlers: Handlers<typeof workerProtocol.spending> = {
  reserve: async (deps, speaker, { attempt, amount }) => {
    const opened = await openLedger(deps, speaker, attempt);
    if (opened.kind === 'refused') return opened;
    const outcome = await opened.value.spending.reserve(opened.value.accounts, amount);
    if (outcome.kind !== 'reserved') return ok(outcome);
    const held = { id: outcome.id, amount };
    return ok({ ...outcome, id: await signReservation(deps, speaker, held) });
  },
  settle: async (deps, speaker, { id: signed, amount, credential }) => {
    const held = await verifyReservation(deps, speaker, signed);
    if (held === undefined) {
      return refuse('not-yours', 'The reservation was not made for this run');
    }
    const isBelieved = await isFromGateway(deps, speaker, credential);
    const booked = isBelieved ? amount : Math.min(amount, mostTimes * held.amount);
    // Limits do not apply to what was reserved already.
    await deps.spending({ attempt: 0, pullRequest: 0, month: 0 }).settle(held.id, booked);
    return ok('settled');
  },
  balance: async (deps, speaker, { attempt }) => {
    const opened = await openLedger(deps, speaker, attempt);
    if (opened.kind === 'refused') return opened;
    return ok(await opened.value.spending.balance(opened.value.accounts));
  },
};

interface OpenedLedger {
  readonly spending: Spending;
  readonly accounts: SpendingAccounts;
}

async function openLedger(
  deps: BrokerServices,
  { runId, workspaceId }: Speaker,
  attempt: string,
): Promise<BrokerOutcome<OpenedLedger>> {
  if (!attempt.startsWith(`${runId}/`)) {
    return refuse('not-yours', 'The account is not that of an attempt of this run');
  }
  const [run, brief] = [await deps.runs.loadRun(runId), await loadBrief(deps, runId)];
  if (run === undefined || brief === undefined) return refuse('over', `${runId} has no brief`);
  const month = monthAccount(deps.clock.now());
  const accounts = { attempt, pullRequest: workspaceId, month };
  return ok({ spending: deps.spending(readRunLimits(run, brief)), accounts });
}

/** The budgets of the settings under which the run was begun; no attempt may take more than the run has left. */
function readRunLimits({ config }: Run, { budgetUsd }: RunBrief): EachBudget<number> {
  const limits = budgetLimits(budgets.parse(config['budgets'] ?? {}));
  return { ...limits, attempt: Math.min(limits.attempt, microDollars(budgetUsd)) };
}

/** Caps what a worker settles without the gateway's credential: an unbounded amount could drain the shared month. */
const mostTimes = 2;

/** Only the run of a reservation can settle it; the signed id holds the reserved amount. */
async function signReservation(
  { seals, secrets }: BrokerServices,
  { runId }: Speaker,
  { id, amount }: Held,
): Promise<string> {
  const text = `${amount}.${id}`;
  return withSeal(text, seals.make(`r1.${runId}.${text}`, await brokerKey(secrets)));
}

interface Held {
  readonly id: string;
  readonly amount: number;
}

/** undefined: this run was not given that id. */
async function verifyReservation(
  { seals, secrets }: BrokerServices,
  { runId }: Speaker,
  signed: string,
): Promise<Held | undefined> {
  const { text = '', amount, id = '', seal = '' } = form.exec(signed)?.groups ?? {};
  if (!seals.verify(`r1.${runId}.${text}`, seal, await brokerKey(secrets))) return undefined;
  return { id, amount: Number(amount) };
}

const form = /^(?<text>(?<amount>\d+)\.(?<id>.*))\.(?<seal>[^.]*)$/s;
