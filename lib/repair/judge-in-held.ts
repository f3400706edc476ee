import type { HeldEnvironment } from '#check/needs/environments.ts';
import { explainChanged } from '#check/judge-in-sealed.ts';
import type { Rejection } from './rules/verdict/rejection.ts';
import type { Judged } from './session/keep-attempt.ts';
import type { SessionContext } from './session/session.ts';

/** Nothing is judged with an environment that the agent changed, and nothing counts where the judged code did. */
export async function judgeInHeld(
  held: HeldEnvironment | undefined,
  judge: () => Promise<Judged>,
): Promise<Judged> {
  if (held === undefined) return judge();
  const byAgent = await held.findChanges();
  const judged = byAgent.length === 0 ? await judge() : { reasons: [], warnings: [] };
  const changes = byAgent.length === 0 ? await held.findChanges() : byAgent;
  if (changes.length === 0) return judged;
  await held.replace();
  const reason: Rejection = { code: 'ENVIRONMENT_CHANGED', sentence: explainChanged(changes) };
  return { reasons: [reason], warnings: judged.warnings };
}

/** The same session where the environment is held against its seal around all of it. */
export function withoutSeal({ check, ...session }: SessionContext): SessionContext {
  return { ...session, check: { ...check, environment: undefined } };
}
