import type { Finding } from '#model/finding.ts';

/** The rule, or else the test or the family: what the finding is called. */
export function ruleName({ symbol, kind }: Pick<Finding, 'symbol' | 'kind'>): string {
  return symbol === undefined || symbol === '' ? kind : symbol;
}
