import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnginePlan } from '#model/engine-plan.ts';
import { gatherFacts } from '#check/rules/outcome/gather-facts.ts';
import { judgeEngineRun, type Judgement } from '#check/rules/outcome/judge-run.ts';
import type { RepositoryFacts } from '#check/rules/repository/facts.ts';
import type { Engine, ToolOutput } from '#engines/contract.ts';

const folder = join(import.meta.dirname, '../fixtures/reports');

/** What a real tool wrote, from `test/fixtures/reports`. */
export function recorded(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** What one recorded run wrote, and how it ended. */
export interface RecordedRun {
  readonly exit: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** The text of its report file; none: it wrote none. */
  readonly report?: string;
  readonly action?: 'check' | 'fix';
}

export function outputOf({
  stdout = '',
  stderr = '',
  report,
}: Omit<RecordedRun, 'exit'>): ToolOutput {
  const reports = new Map(report === undefined ? [] : [['report', report]]);
  return { stdout, stderr, reports, cwd: '/repo' };
}

/** category, then completeness, degraded and reason where there is something to say, then the number of findings. */
export function judgedAs(engine: Engine, run: RecordedRun): string {
  return summaryOf(judgementOf(engine, run));
}

export function summaryOf(judgement: Judgement): string {
  const { category, completeness, degraded, error, findings } = judgement;
  const { kind } = completeness;
  return [
    category,
    kind === 'complete' ? [] : kind,
    degraded ? 'degraded' : [],
    error?.reason ?? [],
    findings,
  ]
    .flat()
    .join(', ');
}

/** What a recorded run amounts to. */
export function judgementOf(engine: Engine, run: RecordedRun): Judgement {
  const { exit, action = 'check' } = run;
  const { catalog } = (action === 'fix' ? engine.fix : undefined) ?? engine.check;
  const output = outputOf(run);
  const { facts: report } = engine.parse(output);
  const texts = { stdout: output.stdout, stderr: output.stderr, report: run.report ?? '' };
  const ending = { kind: 'exited', code: exit } as const;
  const facts = gatherFacts(
    { ending, action, report, argv: ['tool'], cwd: '/repo', texts },
    catalog,
  );
  return judgeEngineRun({ plan: { engine: engine.id, mode: 'target' }, facts, catalog });
}

/** A plan for everything under the root, unless told otherwise. */
export function planOf(given: Partial<EnginePlan> = {}): EnginePlan {
  return {
    engine: 'sample',
    mode: 'target',
    root: '.',
    scope: ['.'],
    scopeSource: 'default',
    config: { path: null, source: 'discovery' },
    args: [],
    env: {},
    options: {},
    profile: null,
    toolProfile: null,
    ...given,
  };
}

/** A checkout with these files; those with a value are manifests. */
export function checkoutOf(files: Readonly<Record<string, unknown>>): RepositoryFacts {
  return {
    files: new Set(Object.keys(files)),
    manifests: new Map(Object.entries(files).filter(([, data]) => data !== undefined)),
    environments: new Set(),
  };
}
