import type { ReportedFinding } from '#model/check-report.ts';
import { plainText } from '#base/plain-text.ts';
import { ruleName } from '#check/rules/findings/rule-name.ts';

export interface Rules {
  /** Each once, in the order in which they are met. */
  readonly ids: readonly string[];
  readonly indexOf: (finding: ReportedFinding) => number;
}

/** The rules that these findings break. */
export function indexRules(findings: readonly ReportedFinding[]): Rules {
  const indices = new Map<string, number>();
  for (const finding of findings) {
    const id = ruleId(finding);
    if (!indices.has(id)) indices.set(id, indices.size);
  }
  return { ids: [...indices.keys()], indexOf: (finding) => indices.get(ruleId(finding)) ?? -1 };
}

export function ruleId(finding: ReportedFinding): string {
  return plainText(ruleName(finding));
}
