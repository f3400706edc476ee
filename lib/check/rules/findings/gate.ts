import { inExactForm } from '#base/glob.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import { type Finding, type Severity, severity } from '#model/finding.ts';
import { ruleName } from './rule-name.ts';

/** Whether a new finding fails a check: what a setting says of its rule, else the tool's own exit code, and whether it is grave enough. */
export function failsCheck(
  gate: EnginePlan['gate'],
  finding: Pick<Finding, 'severity' | 'symbol' | 'kind'>,
  exit: number | null,
): boolean {
  if (gate === undefined) return true;
  const said = sayOfRule(gate.rules, finding);
  if (said !== undefined) return said === 'fail';
  if (gate.byExit === true && exit === 0) return false;
  return rank(finding.severity) <= rank(gate.from);
}

/** As grave as a setting says of its rule, else as it was. */
export function gradeFinding<
  Graded extends { severity: Severity; rule: string | null; kind: string },
>({ severity: said = {} }: Pick<EnginePlan, 'severity'>, finding: Graded): Graded {
  const { rule, kind, severity: own } = finding;
  return { ...finding, severity: sayOfRule(said, { symbol: rule ?? '', kind }) ?? own };
}

/** What is said of the rule of a finding; of several patterns that fit, the longest says the most. */
function sayOfRule<Said>(
  patterns: Readonly<Record<string, Said>>,
  finding: Pick<Finding, 'symbol' | 'kind'>,
): Said | undefined {
  const rule = ruleName(finding);
  const fitting = Object.entries(patterns).filter(([glob]) => inExactForm([glob])(rule));
  return fitting.toSorted(([one], [other]) => other.length - one.length)[0]?.[1];
}

function rank(one: Finding['severity']): number {
  return severity.options.indexOf(one);
}
