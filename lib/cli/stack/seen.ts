import type { Check } from '#ratchet/rules/operators/operator-methods.ts';

export function fine(name: string, told: string): Check {
  return { name, ok: true, told, todo: null };
}

export function wrong(name: string, told: string, todo: string): Check {
  return { name, ok: false, told, todo };
}

/** What cannot be looked at is wrong as well, and keeps nothing else from being looked at. */
export async function tried(
  name: string,
  look: () => Promise<Check>,
  todoFor: (error: unknown) => string = () =>
    'Look at what it says; run this again when it is mended.',
): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    return wrong(name, reasonOf(error), todoFor(error));
  }
}

/** What stands behind the "fetch failed" of a request. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}
