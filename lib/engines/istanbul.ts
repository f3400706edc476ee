import * as z from 'zod';
import type { ValidationSpec } from '#model/validation.ts';
import { factsOfBroken, readJsonReport } from '#check/rules/outcome/json-report.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { bySourceModule } from '#repair/rules/tasks/by-file.ts';
import { commandOf, type RecheckInput } from '#repair/rules/tasks/recheck.ts';
import type { Engine, EngineReport, FileCoverage, ToolOutput } from './contract.ts';

/** The name of the report, which is the file `coverage-final.json` of a folder. */
export const istanbulReport = 'coverage';

const count = z.number().nonnegative();

const measuredFile = z.object({
  statementMap: z.record(z.string(), z.object({ start: z.object({ line: z.int().positive() }) })),
  s: z.record(z.string(), count),
  b: z.record(z.string(), z.array(count)),
});
const report = z.record(z.string(), measuredFile);

type MeasuredFile = z.infer<typeof measuredFile>;

/** Reads the map that istanbul writes, and V8 as runners tell of it. Which gaps are findings depends on the change. */
function parseIstanbulReport({ reports }: ToolOutput): EngineReport {
  const reading = readJsonReport(reports.get(istanbulReport), report);
  if (reading.kind === 'broken') return { facts: factsOfBroken(reading.state), findings: [] };
  const files = Object.entries(reading.data);
  return {
    facts: { state: 'valid', findings: 0, analysed: files.length, expected: null, verdict: null },
    findings: [],
    coverage: files.map(([path, file]) => measureFile(path, file)),
  };
}

/** Branches count beside statements. A line is reached where any statement that begins on it is. */
function measureFile(path: string, { statementMap, s, b }: MeasuredFile): FileCoverage {
  const hits = [...Object.values(s), ...Object.values(b).flat()];
  const lines = new Map<number, number>();
  for (const [id, { start }] of Object.entries(statementMap)) {
    lines.set(start.line, Math.max(lines.get(start.line) ?? 0, s[id] ?? 0));
  }
  const uncovered = [...lines].flatMap(([line, reached]) => (reached === 0 ? [line] : []));
  return {
    path,
    covered: hits.filter((each) => each > 0).length,
    total: hits.length,
    uncovered: uncovered.toSorted((one, other) => one - other),
  };
}

/** What a run of tests says of coverage. Tests that fail are findings of another engine. */
export const istanbulCatalog: ExitCatalog = {
  report: 'always',
  rules: [
    {
      code: 1,
      report: ['absent', 'empty'],
      category: 'tool_failure',
      reason: 'CRASHED',
      why: 'The tests ended before anything was measured; its output says why, so repair that first.',
    },
    {
      code: 1,
      category: 'success',
      completeness: 'partial',
      why: 'It measured what the tests reach; some failed and may have reached less than they should.',
    },
  ],
};

/** What engines that measure JavaScript have in common. */
export const measuresJavaScript = {
  scope: 'whole-program',
  judges: /\.[cm]?[jt]sx?$/,
  reads: 'repository',
  changed: 'filter',
  runsTests: true,
  nested: 'apart',
  suppressions: [String.raw`(?:/\*|//)\s*(?:istanbul|c8|v8|node:coverage)\s+(?:ignore|disable)`],
  tasks: (findings) => bySourceModule(findings, (path) => path),
  parse: parseIstanbulReport,
} as const satisfies Partial<Engine>;

/** All tests, for no name tells which of them reach a module. Failures from before are not the task's. */
export function recheckMeasured(
  program: Engine['program'],
  input: RecheckInput,
  args: readonly string[],
): ValidationSpec {
  const command = commandOf(program, input, { args, config: (path) => ['--config', path] });
  const { minCoverageDelta } = input.limits;
  return {
    commands: [command],
    successCriteria: { requireExitCode0: input.complete, maxNewFindings: 0, minCoverageDelta },
  };
}
