import * as z from 'zod';
import { action, type Action } from '#model/decision.ts';
import {
  type LookFacts,
  lookFacts,
  type RatchetSettings,
  storedSettings,
} from '#model/look-facts.ts';
import type { Transition } from '#model/transition.ts';
import {
  configBroken,
  readConfigProblem,
} from '#ratchet/rules/decision/table/waiting-obstacles.ts';
import { safeLine } from '../safe-text.ts';
import type { ShownTransition } from './overview.ts';

/** A decision with all that it was made from. */
export interface StoredDecision {
  readonly rev: number;
  readonly at: number;
  readonly action: Action;
  readonly code: string;
  readonly reason: string;
  readonly facts: LookFacts;
  readonly settings: RatchetSettings;
}

const coded = z.object({ code: z.string() });
const snapshotOfDecision = coded.extend({ facts: lookFacts, settings: storedSettings });

/** The code of an entry of the log; null: it tells of something else than a decision. */
function transitionCode({ snapshot }: Transition): string | null {
  return coded.safeParse(snapshot).data?.code ?? null;
}

/** Whether the entry tells of a decision, be it one that this version can read or not. */
export function isDecision(entry: Transition): boolean {
  return (
    transitionCode(entry) !== null &&
    'facts' in entry.snapshot &&
    action.safeParse(entry.action).success
  );
}

/** undefined: the entry is no decision, or another version wrote it and knew other facts. */
export function readStoredDecision(entry: Transition): StoredDecision | undefined {
  const said = action.safeParse(entry.action).data;
  const known = snapshotOfDecision.safeParse(entry.snapshot).data;
  if (said === undefined || known === undefined) return undefined;
  const { rev, reason, createdAt } = entry;
  return withConfigProblem({ ...known, rev, reason, at: createdAt, action: said });
}

/** Entries of earlier versions told of settings that cannot be used in their reason alone. */
function withConfigProblem(decision: StoredDecision): StoredDecision {
  const { code, reason, facts } = decision;
  if (code !== configBroken.code || facts.configProblem !== undefined) return decision;
  return { ...decision, facts: { ...facts, configProblem: readConfigProblem(reason) } };
}

const limited = z.object({ settings: z.object({ attempts: z.int() }) });

/** How many fixups in a row the newest decision allowed; null: no entry says. */
export function attemptLimitIn(newestFirst: readonly Transition[]): number | null {
  for (const { snapshot } of newestFirst) {
    const known = limited.safeParse(snapshot).data;
    if (known !== undefined) return known.settings.attempts;
  }
  return null;
}

/** An entry of the log for people: what it says, without what it was made from. */
export function showTransition(entry: Transition): ShownTransition {
  const { rev, createdAt: at, reason } = entry;
  return { rev, at, action: entry.action, code: transitionCode(entry), reason: safeLine(reason) };
}
