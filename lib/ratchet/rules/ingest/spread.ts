/** As many are looked at before anything else happens. */
const atOnce = 5;
const overMs = 60_000;

/** When to look at each of so many: a few now, the others evenly over the next minute. */
export function spreadOver(count: number, now: number): readonly number[] {
  const later = Math.max(1, count - atOnce);
  return Array.from({ length: count }, (_, index) =>
    index < atOnce ? now : now + Math.ceil(((index + 1 - atOnce) * overMs) / later),
  );
}
