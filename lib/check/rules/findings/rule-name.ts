import type { Finding } from '#model/finding.ts';

/** The rule, or else the test or the family: what the finding is called. */
export function ruleName({ symbol, kind }: Finding): string {
  return symbol === undefined || symbol === '' ? kind : symbol;
}
