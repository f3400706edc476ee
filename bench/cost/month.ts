import { activity, type busyMs, daysOfMonth } from './activity.ts';
import type { Resources } from './resources.ts';

/** How often each thing happens in a month. */
export interface Month {
  readonly open: number;
  readonly webhooks: number;
  readonly decisions: number;
  /** Of which nothing new came. */
  readonly looks: number;
  readonly checks: number;
  readonly fixups: number;
  readonly calls: Readonly<Record<keyof typeof busyMs, number>>;
}

/** A month with so many pull requests open at any time. */
export function monthOf(open: number, { callsADay }: Resources): Month {
  const days = daysOfMonth;
  const { moving, asking, together } = activity;
  const [moved, asked] = [open * moving, open * asking];
  const settled = open - moved - asked;
  const concerned = moved * activity.webhooks * days;
  const others = open * activity.webhooksOfNoConcern * days;
  const decisions = moved * activity.decisions * days;
  const looks =
    (moved * activity.looksWhileMoving +
      asked * activity.looksWhileAsking +
      settled * activity.looksWhileSettled) *
    days;
  const checks = moved * activity.checks * days;
  const fixups = moved * activity.fixups * days;
  return {
    open,
    webhooks: concerned + others,
    decisions,
    looks,
    checks,
    fixups,
    calls: {
      webhook: concerned + others,
      tick: (callsADay['tick'] ?? 0) * days,
      // Those that a webhook woke come alone, those that the clock woke come together.
      decide: concerned + looks / together,
      dispatch: checks + fixups,
      'record-exit': checks + fixups,
      publish: fixups,
      report: decisions + checks + fixups,
      reconcile: (callsADay['reconcile'] ?? 0) * days,
      broker: checks * activity.requestsOfCheck + fixups * activity.requestsOfFixup,
    },
  };
}
