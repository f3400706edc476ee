const UNIT_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

type Unit = keyof typeof UNIT_MS;

/** One whole number and one unit: what `parseDuration` accepts. */
export const durationPattern = /^(\d{1,10})(ms|s|m|h|d)$/;

/** Timers hold 31 bits of milliseconds; a longer one fires at once. */
export const LONGEST_DURATION_MS = 24 * UNIT_MS.d;

/** Milliseconds of a text such as 30s or 10m, or undefined when it is no duration. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = durationPattern.exec(text) ?? [];
  return isUnit(unit) ? Number(amount) * UNIT_MS[unit] : undefined;
}

/** The shortest text that `parseDuration` reads back as the same milliseconds. */
export function formatDuration(milliseconds: number): string {
  const fits = (['d', 'h', 'm', 's'] as const).find((unit) =>
    isWhole(milliseconds / UNIT_MS[unit]),
  );
  return fits === undefined ? `${milliseconds}ms` : `${milliseconds / UNIT_MS[fits]}${fits}`;
}

function isWhole(amount: number): boolean {
  return amount >= 1 && Number.isInteger(amount);
}

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(UNIT_MS, text);
}
