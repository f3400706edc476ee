import { errorMessage } from '#base/errors.ts';
import type { Check } from '#ratchet/rules/operators/operator-methods.ts';

export function passedCheck(name: string, told: string): Check {
  return { name, ok: true, told, todo: null };
}

export function wrongCheck(name: string, told: string, todo: string): Check {
  return { name, ok: false, told, todo };
}

/** A check that throws counts as wrong, and the other checks still run. */
export async function runCheckSafely(
  name: string,
  look: () => Promise<Check>,
  todoFor: (error: unknown) => string = () => 'Fix what the message names, then run this again.',
): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    return wrongCheck(name, rootMessage(error), todoFor(error));
  }
}

/** The message of the cause behind the "fetch failed" of a request. */
export function rootMessage(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? rootMessage(cause) : errorMessage(error);
}
