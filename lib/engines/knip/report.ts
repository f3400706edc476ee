import * as z from 'zod';
import { positiveOrNull } from '#base/data.ts';
import {
  factsOfBroken,
  factsOfFindings,
  readJsonReport,
} from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

const item = z.looseObject({
  name: z.string().optional(),
  line: z.int().optional(),
  col: z.int().optional(),
});
// Each kind of issue has a list of its own; members were told by their owner once, and duplicates are lists.
const kindOfIssue = z.union([
  z.array(z.union([item, z.array(item)])),
  z.record(z.string(), z.array(item)),
]);
const issue = z.looseObject({ file: z.string() });
const report = z.object({ files: z.array(z.string()).optional(), issues: z.array(issue) });

/** Reads `knip --reporter=json`. */
export function parseKnipReport({ stdout }: ToolOutput): EngineReport {
  const reading = readJsonReport(stdout, report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const { files = [], issues } = reading.data;
  const findings = [
    ...files.map((path) => toFinding(path, 'files', [{ name: path }])),
    ...issues.flatMap((one) => listIssues(one)),
  ];
  return { facts: factsOfFindings(findings.length), findings };
}

function listIssues({ file, ...kinds }: z.infer<typeof issue>): readonly RawFinding[] {
  return Object.entries(kinds).flatMap(([kind, listed]) => {
    const parsed = kindOfIssue.safeParse(listed);
    if (!parsed.success) return [];
    const all = Array.isArray(parsed.data) ? parsed.data : Object.values(parsed.data).flat();
    return all.map((one) => toFinding(file, kind, Array.isArray(one) ? one : [one]));
  });
}

function toFinding(path: string, kind: string, items: readonly z.infer<typeof item>[]): RawFinding {
  const names = items.map(({ name }) => name ?? 'without a name').join(', ');
  const [first] = items;
  return {
    kind: 'lint',
    severity: 'medium',
    rule: kind,
    message: `${words[kind] ?? kind}: ${names}`,
    path,
    line: positiveOrNull(first?.line),
    column: positiveOrNull(first?.col),
  };
}

const words: Readonly<Record<string, string>> = {
  binaries: 'Unlisted binary',
  dependencies: 'Unused dependency',
  devDependencies: 'Unused development dependency',
  duplicates: 'Exported twice',
  enumMembers: 'Unused member of an enumeration',
  exports: 'Unused export',
  files: 'Unused file',
  types: 'Unused type',
  unlisted: 'Unlisted dependency',
  unresolved: 'Import that leads nowhere',
};
