import { ok, type Outcome, refuse } from '#base/outcome.ts';
import * as z from 'zod';
import type { StructuredStep } from '#model/structured-plan.ts';

const amount = z.int().nonnegative();

/** What an execution may spend and has spent. Whole millionths of a dollar add up exactly. */
export const budget = z.object({
  cap: amount.describe('Most that may be spent, in millionths of a US dollar.'),
  spent: amount.describe('What was spent inside the cap.'),
  overrun: amount.describe('What steps cost beyond what was left for them.'),
  reserved: z.record(z.string(), amount).describe('Set aside for each step that runs.'),
});
export type Budget = z.infer<typeof budget>;

export interface StepReservation {
  readonly stepId: number;
  readonly usd: number;
}

export function newBudget(capUsd: number): Budget {
  // Down here and up everywhere else, so that no rounding ever spends more than the cap.
  return { cap: Math.floor(toMicros(capUsd) + tiny), spent: 0, overrun: 0, reserved: {} };
}

/** The same spending under another cap, for who goes on with more or with less. */
export function withCap(before: Budget, capUsd: number): Budget {
  const { cap } = newBudget(capUsd);
  const total = before.spent + before.overrun;
  const within = Math.max(0, Math.min(total, cap - sumReserved(before)));
  return { ...before, cap, spent: within, overrun: total - within };
}

/** What a step is expected to cost: its own estimate, or the one for its type. */
export function estimateUsd(
  { estimatedUsd, action }: StructuredStep,
  table: Readonly<Record<StructuredStep['action']['type'], number>>,
): number {
  return estimatedUsd ?? table[action.type];
}

/** Sets the estimates of a batch aside, of all its steps or of none. */
export function reserveEstimates(
  before: Budget,
  batch: readonly StepReservation[],
): Outcome<Budget, 'over-budget'> {
  const reserved = new Map(Object.entries(before.reserved));
  for (const { stepId, usd } of batch) {
    if (reserved.has(String(stepId))) throw new Error(`Step ${stepId} has a reservation already.`);
    reserved.set(String(stepId), roundUpToMicros(usd));
  }
  const after = { ...before, reserved: Object.fromEntries(reserved) };
  const wanted = sumReserved(after) - sumReserved(before);
  const left = remainingMicros(before);
  if (wanted <= left) return ok(after);
  return refuse('over-budget', overBudget(batch, { wanted, left, cap: before.cap }));
}

/** Books what a step cost, or the whole reservation when that is unknown. */
export function bookCost(before: Budget, stepId: number, usd?: number): Budget {
  const { cost, released } = withoutReservation(before, stepId);
  const actual = usd === undefined ? cost : roundUpToMicros(usd);
  // What exceeds the cap is kept apart: it is told and blocks what follows, but harms no sum.
  const within = Math.min(actual, released.cap - released.spent - sumReserved(released));
  const overrun = released.overrun + actual - within;
  return { ...released, spent: released.spent + within, overrun };
}

/** Gives back what was set aside for a step that did not run. */
export function releaseReservation(before: Budget, stepId: number): Budget {
  return withoutReservation(before, stepId).released;
}

/** What is set aside for a step, in US dollars. */
export function reservedUsd({ reserved }: Budget, stepId: number): number {
  return (reserved[String(stepId)] ?? 0) / million;
}

/** In US dollars, with what exceeded the cap. */
export function spentUsd({ spent, overrun }: Budget): number {
  return (spent + overrun) / million;
}

const million = 1_000_000;

/** More than the error of a multiplication by a million. */
const tiny = 1e-4;

function toMicros(usd: number): number {
  if (Number.isFinite(usd) && usd >= 0) return usd * million;
  throw new RangeError(`${usd} is no amount of money.`);
}

function roundUpToMicros(usd: number): number {
  return Math.max(0, Math.ceil(toMicros(usd) - tiny));
}

function sumReserved({ reserved }: Budget): number {
  return Object.values(reserved).reduce((sum, one) => sum + one, 0);
}

function remainingMicros(before: Budget): number {
  return Math.max(0, before.cap - before.spent - before.overrun - sumReserved(before));
}

function withoutReservation(before: Budget, stepId: number) {
  const { [String(stepId)]: cost, ...reserved } = before.reserved;
  if (cost === undefined) throw new Error(`Step ${stepId} has no reservation.`);
  return { cost, released: { ...before, reserved } };
}

function overBudget(
  batch: readonly StepReservation[],
  sums: { readonly wanted: number; readonly left: number; readonly cap: number },
): string {
  const ids = batch.map(({ stepId }) => stepId).join(', ');
  const [wanted, left, cap] = [sums.wanted, sums.left, sums.cap].map(formatMicros);
  const who = batch.length === 1 ? `Step ${ids}` : `Steps ${ids} together`;
  return `${who} may cost ${wanted}, but only ${left} of the ${cap} allowed is left: raise the budget to go on.`;
}

function formatMicros(amountOf: number): string {
  return `$${(amountOf / million).toFixed(6).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}
